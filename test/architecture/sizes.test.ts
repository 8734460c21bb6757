import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { ROOT } from './source-tree.js';

const PATHS = z.array(z.string());
const { SYSTEM, QUICK, NOT_QUICK, GROUPS } = z
  .object({ SYSTEM: PATHS, QUICK: PATHS, NOT_QUICK: PATHS, GROUPS: z.array(z.object({ suites: PATHS })) })
  .parse({ ...(await import(join(ROOT, 'test/sizes/suites.js'))) });

it('the lists of sizes name suites that are there, and none that is quick and of the system', () => {
  const named = [...SYSTEM, ...QUICK, ...NOT_QUICK, ...GROUPS.flatMap(({ suites }) => suites)];
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(SYSTEM.filter((path) => QUICK.some((quick) => path.startsWith(quick)))).toEqual([]);
  expect(NOT_QUICK.filter((path) => !QUICK.some((quick) => path.startsWith(quick)))).toEqual([]);
});

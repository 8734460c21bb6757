import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import { addTaughtAliases } from '../../src/review/taught-aliases.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const alias = (name: string) => ({ name, id: 'Q1', by: 'Ada', at: '2026-11-28T00:00:00Z' });

it('a taught name is no formula for the program that opens the file of aliases, and is added once', async () => {
  const file = `${folder.path}/aliases/taught.csv`;
  const taught = [alias('=HYPERLINK("http://example.org")'), alias('＝1+1'), alias('Byzantium')];
  expect(await addTaughtAliases(file, taught)).toBe(3);
  expect(await addTaughtAliases(file, taught)).toBe(0);
  const names = readFileSync(file, 'utf8').split('\n').slice(1, 4);
  expect(names[0]).toMatch(/^"'=HYPERLINK/);
  expect(names[1]).toMatch(/^'＝1\+1,Q1,/);
  expect(names[2]).toBe('Byzantium,Q1,Ada,2026-11-28T00:00:00Z');
});

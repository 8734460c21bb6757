import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { licensedPackages } from '../../scripts/licences-page.js';
import { ROOT } from '../architecture/source-tree.js';

/** Licences under which a package may be shipped with a program under the MIT licence, without conditions on that program. */
const ALLOWED =
  /^\(?(?:MIT(?:-0)?|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|EPL-[12]\.0|Unlicense|CC0-1\.0|Python-2\.0|PSF-2\.0)(?: OR [\w.-]+)*\)?$/;

describe('the packages of the product', () => {
  it('have licences that allow shipping them', () => {
    expect(licensedPackages().filter(({ licence }) => !ALLOWED.test(licence))).toEqual([]);
  });

  it('are all in the bill of materials', () => {
    const scripts = (
      JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    ).scripts; // package.json
    const [command = '', ...parameters] = (scripts['bill-of-materials'] ?? '').split(' ');
    const bill = JSON.parse(
      execFileSync(command, parameters, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    ) as { components: { name: string; version: string }[] }; // CycloneDX
    const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
    const direct = Object.keys(
      (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object }).dependencies,
    ); // package.json
    const missing = licensedPackages().filter(
      ({ name, version }) => direct.includes(name) && !listed.has(`${name}@${version}`),
    );
    expect(missing).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A package that is installed with the product. */
interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
}

const LOCK = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

/** Packages whose description in package-lock.json names no licence; what their own licence files say. */
const LICENCES_BY_FILE: Readonly<Record<string, string>> = { busboy: 'MIT', streamsearch: 'MIT', scittle: 'EPL-1.0' };

/** Packages of which the build holds a copy of some files (scripts/build.mjs, scripts/offline-page.mjs), so that an installation does not hold them whole. */
const COPIED: readonly string[] = ['scittle', 'skulpt', '@noble/hashes'];

/** What a package without any entry above counts as: the tests refuse it. */
const UNKNOWN_LICENCE = 'unknown';

/** Every package that `npm ci --omit=dev` may install, and those that are copied, by name, each version once. Read from package-lock.json. */
export function licensedPackages(): readonly LicensedPackage[] {
  const lock = LOCK.parse(
    JSON.parse(readFileSync(fileURLToPath(new URL('../package-lock.json', import.meta.url)), 'utf8')),
  );
  const packages = new Map<string, LicensedPackage>();
  for (const [path, { version = '', license, dev = false }] of Object.entries(lock.packages)) {
    const name = path.replace(/^.*node_modules\//, '');
    if (path === '' || (dev && !COPIED.includes(name))) continue;
    packages.set(`${name}@${version}`, {
      name,
      version,
      licence: license ?? LICENCES_BY_FILE[name] ?? UNKNOWN_LICENCE,
    });
  }
  return [...packages.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

/** docs/licences.md. */
export function renderLicences(generated: string): string {
  const packages = licensedPackages();
  const byLicence = new Map<string, string[]>();
  for (const { name, version, licence } of packages)
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
  return [
    '# Packages and licences',
    generated,
    '',
    'sameas itself is under the MIT licence. The embedded dataset has sources and licences of its own: [data/LICENCE.md](../data/LICENCE.md).',
    'The names of characters that Python expressions know are those of the Unicode Character Database 15.0 (Unicode License v3): data/character-names.br.',
    'The rules of the keyer `beider-morse` are those of Apache Commons Codec 1.17 (Apache-2.0, Copyright 2002-2024 The Apache Software Foundation), without comments: data/beider-morse/.',
    'Modules of the standard library of Python 2.7, as Jython 2.7.4 has them, are under the licence of Python (Python-2.0): vendor/python27/.',
    'The lexicon of Chinese characters is made of the character tables of OpenCC (Apache-2.0): data/lexicons/han-variants.txt.',
    'The distance `ppm` of clusters computes what java-arithcode 1.2 does (BSD-3-Clause, Copyright 2013 Bob Carpenter).',
    '',
    `The program needs these ${String(packages.length)} packages, some of them for certain systems only; scittle and skulpt are the interpreters of expressions, @noble/hashes is in the page sameas.html.`,
    'An installed package of sameas brings no other packages: it holds copies of those of their files that can be loaded, with their licences.',
    'A bill of materials in the CycloneDX format, with checksums, and with the development tools, is written by',
    '',
    '```text',
    'npm run --silent bill-of-materials > sameas.cdx.json',
    '```',
    '',
    'Known vulnerabilities of these packages are listed by `npm audit --omit=dev`, where the package registry in use answers it.',
    '',
    '| licence | number | packages |',
    '|---|--:|---|',
    ...[...byLicence]
      .sort(([a, m], [b, n]) => n.length - m.length || (a < b ? -1 : 1))
      .map(([licence, names]) => `| ${licence} | ${String(names.length)} | ${names.join(', ')} |`),
    '',
  ].join('\n');
}

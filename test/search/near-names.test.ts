import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachIndexes } from '../../src/search/choose-candidate-index.js';
import type { PrefixIndex } from '../../src/search/prefix-index.js';
import { editDistanceWithin } from '../../src/text/similarity/edit-distance.js';
import { searchFixture, type ShortEntity } from '../support/search-fixture.js';

/* What `completeNearly` of a prefix index must do, over the compiled posting lists and over MiniSearch alike. */

const PLACES: readonly ShortEntity[] = [
  { name: 'York', prominence: 200 },
  { name: 'New York', aliases: ['New York City', 'Big Apple'], prominence: 8000 },
  { name: 'New York Mills', prominence: 1 },
  { name: 'Newcastle upon Tyne', prominence: 300 },
  { name: 'São Luís', prominence: 1000 },
  { name: 'San Luis Obispo', prominence: 40 },
  { name: 'Rail Vision', prominence: 3 },
  { name: 'Rail Europe', prominence: 5 },
  { name: 'University of California, Berkeley', prominence: 5 },
  { name: 'Keppel Offshore & Marine', prominence: 2 },
  { name: 'Panasonic KX-TGA630S Cordless Handset' },
];

describe.each(['compiled', 'minisearch'] as const)('names near what was typed, over %s', (chosen) => {
  const indexOf = (entities: readonly ShortEntity[]): PrefixIndex =>
    attachIndexes(searchFixture(entities).sections, chosen).prefixIndex;
  const index = indexOf(PLACES);
  const near = (prefix: string, more: { offset?: number; accepts?: (entity: number) => boolean } = {}) =>
    index
      .completeNearly({ prefix, limit: 10, offset: 0, ...more })
      .map(({ entity, edits }) => [PLACES[entity]?.name, edits] as const);

  const searchTyped = (prefix: string, names: readonly string[]) =>
    indexOf(names.map((name) => ({ name })))
      .completeNearly({ prefix, limit: 10, offset: 0 })
      .map(({ entity, edits }) => [names[entity], edits] as const);

  it.each([
    ['the words in another order', 'york new', 'New York', 0],
    ['the last of them begun', 'berkeley cali', 'University of California, Berkeley', 0],
    ['shortened words before it', 'uni of cali', 'University of California, Berkeley', 1],
    ['a typo in the first word', 'Raol Vi', 'Rail Vision', 1],
    ['a typo in a short last word', 'Rail Vs', 'Rail Vision', 1],
    ['another first letter of the last word', 'rail oisi', 'Rail Vision', 1],
    ['the first letter of the last word left out', 'rail isi', 'Rail Vision', 1],
    ['a typo in a word of three letters', 'Sae Luis', 'São Luís', 1],
    ['a last word that is a slip', 'newcastle xq', 'Newcastle upon Tyne', 2],
    ['swapped letters', 'newcsa', 'Newcastle upon Tyne', 1],
    ['joined words', 'newyork m', 'New York Mills', 1],
    ['a split word', 'new castle up', 'Newcastle upon Tyne', 1],
    ['a letter on the other side of a space', 'newy ork', 'New York', 1],
    ['two typos from eight letters on', 'kepel ofshore', 'Keppel Offshore & Marine', 2],
    [
      'one of several words that is beyond recognition',
      'panasonic xx9922 cordless hand',
      'Panasonic KX-TGA630S Cordless Handset',
      2,
    ],
    ['an alias', 'bog appl', 'New York', 1],
  ])('%s: %s', (_why, prefix, name, edits) => {
    expect(near(prefix)[0]).toEqual([name, edits]);
  });

  it('come by their edits, then as they stand in the name, then the better known', () => {
    expect(near('york new')).toEqual([
      ['New York', 0],
      ['New York Mills', 0],
    ]);
    const edits = near('sam luis').map(([, count]) => count);
    expect(edits).toEqual([...edits].sort((a, b) => a - b));
    expect(near('sam luis').map(([name]) => name)).toEqual(['São Luís', 'San Luis Obispo']);
  });

  it('are none for a few letters, and for what is like nothing', () => {
    for (const typed of ['', 'yrk', 'y', 'qqqq wwww', 'zzzzzzzzzz']) expect([typed, near(typed)]).toEqual([typed, []]);
  });

  it('have a word of their own for each word that was typed', () => {
    const twice = searchTyped('ecaedea ecaedea', ['aaaaa eacaedea', 'eacaedea ecaedea', 'ecaedea aaaae']);
    expect(twice).toEqual([['eacaedea ecaedea', 1]]);
    expect(searchTyped('york new new', ['York New', 'New York New'])).toEqual([
      ['New York New', 0],
      ['York New', 2],
    ]);
  });

  it('are those that are accepted, page by page', () => {
    const all = near('york new');
    expect([...near('york new', { offset: 1 })]).toEqual(all.slice(1));
    expect(near('york new', { accepts: (entity) => entity !== 1 })).toEqual([['New York Mills', 0]]);
  });

  it('are none for the text of a cell', () => {
    expect(near('a b c d e f g h york')).toEqual([]);
    expect(near(`${'x'.repeat(5_000)} york`)).toEqual([]);
  });

  it('hold every name with words of one edit less, in any order, and none further away', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 5, maxLength: 9 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 4, maxLength: 20 }), fc.nat(), (words, seed) => {
        const entities = words.slice(1).map((one, i) => ({ name: `${words[i] ?? ''} ${one}` }));
        const [first = '', second = ''] = (entities[seed % entities.length]?.name ?? '').split(' ');
        const at = 1 + (seed % (first.length - 1));
        const typed = `${second} ${first.slice(0, at)}${first.slice(at + 1)}`;
        const found = indexOf(entities).completeNearly({ prefix: typed, limit: 100, offset: 0 });
        const names = found.map(({ entity }) => entities[entity]?.name ?? '');
        expect(names).toContain(`${first} ${second}`);
        for (const [place, name] of names.entries())
          expect([name, isNear(typed, name, found[place]?.edits ?? 0)]).toEqual([name, true]);
      }),
      { numRuns: 200 },
    );
  });
});

/** Whether some order of the words of a name begins so but for so many edits, spaces aside. */
function isNear(typed: string, name: string, edits: number): boolean {
  const [a = '', b = ''] = name.split(' ');
  const wanted = typed.replaceAll(' ', '');
  return [`${a}${b}`, `${b}${a}`].some((text) =>
    Array.from({ length: text.length + 1 }, (_, length) => text.slice(0, length)).some(
      (beginning) => editDistanceWithin(wanted, beginning, edits + 3) <= edits + 3,
    ),
  );
}

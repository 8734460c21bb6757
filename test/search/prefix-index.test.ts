import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachLabelTable } from '../../src/search/attach-label-table.js';
import { attachPrefixIndex } from '../../src/search/attach-prefix-index.js';
import type { PrefixIndex } from '../../src/search/prefix-index.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { searchFixture, type ShortEntity } from '../support/search-fixture.js';

function indexOf(entities: readonly ShortEntity[]): PrefixIndex {
  const fixture = searchFixture(entities);
  return attachPrefixIndex(fixture.sections);
}

const PLACES: readonly ShortEntity[] = [
  { name: 'Yorkton', prominence: 20 },
  { name: 'York', prominence: 200 },
  { name: 'New York', aliases: ['New York City', 'NYC'], prominence: 8000 },
  { name: 'New York Mills', prominence: 1 },
  { name: 'Newcastle upon Tyne', prominence: 300 },
  { name: 'Москва', prominence: 12000 },
  { name: '東京', aliases: ['東京都'], prominence: 14000 },
  { name: 'University of California, Berkeley', prominence: 5 },
  { name: "L'Aquila", prominence: 70 },
];

const names = (found: readonly { readonly entity: number }[]): (string | undefined)[] =>
  found.map(({ entity }) => PLACES[entity]?.name);

describe('completing a prefix', () => {
  const index = indexOf(PLACES);
  const complete = (
    prefix: string,
    more: { limit?: number; offset?: number; accepts?: (entity: number) => boolean } = {},
  ): (string | undefined)[] => names(index.complete({ prefix, limit: 10, offset: 0, ...more }));

  const examples: readonly (readonly [why: string, prefix: string, ...expected: string[]])[] = [
    [
      'labels that begin with it before labels that have it later, each by prominence',
      'york',
      'York',
      'Yorkton',
      'New York',
      'New York Mills',
    ],
    ['an entity once, although two of its labels fit', 'new y', 'New York', 'New York Mills'],
    ['an alias', 'nyc', 'New York'],
    ['case and accents do not matter', 'NÉW', 'New York', 'Newcastle upon Tyne', 'New York Mills'],
    ['several words in the middle of a label', 'of calif', 'University of California, Berkeley'],
    ['more words than are kept in order', 'university of california b', 'University of California, Berkeley'],
    ['another script', 'моск', 'Москва'],
    ['the same in Latin letters', 'mosk', 'Москва'],
    ['one character of a script without spaces', '東', '東京'],
    ['more characters of it', '東京都', '東京'],
    ['an apostrophe', "l'aq", "L'Aquila"],
    ['a word that is not the last must be whole', 'ne york'],
    ['nothing', 'xyz'],
  ];
  it.each(examples)('%s: %s', (_why, prefix, ...expected) => {
    expect(complete(prefix)).toEqual(expected);
  });

  it('gives everything by prominence for no prefix, page by page', () => {
    const all = complete('', { limit: 100 });
    expect(all.slice(0, 4)).toEqual(['東京', 'Москва', 'New York', 'Newcastle upon Tyne']);
    expect(all).toHaveLength(PLACES.length);
    expect([
      ...complete('', { limit: 4 }),
      ...complete('', { limit: 4, offset: 4 }),
      ...complete('', { limit: 4, offset: 8 }),
    ]).toEqual(all);
  });

  it('pages without a gap or a repetition', () => {
    expect([...complete('new', { limit: 2 }), ...complete('new', { limit: 2, offset: 2 })]).toEqual(complete('new'));
  });

  it('leaves out what is not accepted, and goes on', () => {
    expect(complete('york', { limit: 2, accepts: (entity) => entity !== 1 })).toEqual(['Yorkton', 'New York']);
  });

  it('finds the few that are accepted among thousands that are not, and still in order', () => {
    const many = indexOf(
      Array.from({ length: 9000 }, (_, i) => ({ name: `Lake ${String(i)}`, prominence: (i * 7919) % 9001 })),
    );
    const found = many.complete({ prefix: 'la', limit: 3, offset: 1, accepts: (entity) => entity % 1000 === 500 });
    const expected = [500, 1500, 2500, 3500, 4500, 5500, 6500, 7500, 8500].sort(
      (a, b) => ((b * 7919) % 9001) - ((a * 7919) % 9001),
    );
    expect(found.map(({ entity }) => entity)).toEqual(expected.slice(1, 4));
  });

  it('names the label that begins with the prefix', () => {
    const fixture = searchFixture(PLACES);
    const labels = attachLabelTable(fixture.sections);
    const [first] = attachPrefixIndex(fixture.sections).complete({
      prefix: 'nyc',
      limit: 1,
      offset: 0,
    });
    expect(labels.textOf(first?.row ?? -1)).toBe('NYC');
  });

  it('puts a famous name before an obscure one that is typed whole, and names before other names', () => {
    const fillers = Array.from({ length: 400 }, (_, i) => ({ name: `Filler ${String(i)}`, prominence: 1_000 - i }));
    const world = [
      { name: 'Brazil', aliases: ['Parana Land', 'Berezil'], prominence: 9_000 },
      { name: 'Paris', prominence: 8_000 },
      { name: 'Munich', aliases: ['München'], prominence: 7_000 },
      { name: 'Berlin', prominence: 6_000 },
      { name: 'Par', prominence: 2 },
      { name: 'Véroia', aliases: ['Ber'], prominence: 3 },
      { name: 'Münchberg', prominence: 1 },
      ...fillers,
    ];
    const large = indexOf(world);
    const found = (prefix: string): (string | undefined)[] =>
      large.complete({ prefix, limit: 10, offset: 0 }).map(({ entity }) => world[entity]?.name);
    expect(found('par')).toEqual(['Paris', 'Par', 'Brazil']);
    expect(found('ber')).toEqual(['Berlin', 'Véroia', 'Brazil']);
    expect(found('münch')).toEqual(['Munich', 'Münchberg']);
  });

  it('agrees with filtering and sorting for any labels and prefixes', () => {
    const label = fc.string({ unit: fc.constantFrom(...'abbc é東京'), minLength: 1, maxLength: 10 });
    const entity = fc.record({ name: label, aliases: fc.array(label, { maxLength: 2 }), prominence: fc.nat(3) });
    fc.assert(
      fc.property(
        fc.array(entity, { maxLength: 40 }),
        fc.string({ unit: fc.constantFrom(...'abc 東'), minLength: 1, maxLength: 6 }),
        fc.nat(3),
        fc.nat(3),
        (entities, prefix, offset, accepted) => {
          if (analyseLabel(prefix).folded === '') return;
          const fixture = searchFixture(entities);
          const labels = attachLabelTable(fixture.sections);
          const accepts = (each: number): boolean => accepted === 0 || each % accepted === 0;
          const found = attachPrefixIndex(fixture.sections).complete({
            prefix,
            limit: 5,
            offset,
            accepts,
          });
          const wanted = analyseLabel(prefix).tokens;
          const rows = Array.from({ length: labels.rowCount }, (_, row) => ({
            row,
            entity: labels.entityOf(row),
            tokens: labels.tokensOf(row),
            length: labels.foldedOf(row).length,
          }));
          const beginsAt = (tokens: readonly string[], at: number): boolean =>
            wanted.every((token, i) =>
              i === wanted.length - 1 ? tokens[at + i]?.startsWith(token) : tokens[at + i] === token,
            );
          // As if a twentieth of all entities stood before an other name, and a fifth before a transliteration.
          const placeOf = ({ row, entity: each }: (typeof rows)[number]): number => {
            const before = entities.filter(({ prominence }) => prominence > fixture.entities.prominenceOf(each)).length;
            return (
              before +
              (labels.isTransliteration(row)
                ? Math.ceil(entities.length / 5)
                : labels.kindOf(row) === 'name'
                  ? 0
                  : Math.ceil(entities.length / 20))
            );
          };
          const ranks = new Map(
            [...rows]
              .sort((a, b) => placeOf(a) - placeOf(b) || a.length - b.length || a.row - b.row)
              .map(({ row }, rank) => [row, rank]),
          );
          const rankOf = ({ row, tokens }: (typeof rows)[number], isWhole: boolean): number =>
            (ranks.get(row) ?? 0) /
            (isWhole && tokens.length === wanted.length && tokens.at(-1) === wanted.at(-1) ? 128 : 1);
          const canBeWhole = wanted.length < 3;
          const starts = rows
            .filter(({ tokens }) => beginsAt(tokens, 0))
            .sort((a, b) => rankOf(a, canBeWhole) - rankOf(b, canBeWhole));
          const later = rows
            .filter(({ tokens }) => tokens.some((_, at) => at > 0 && beginsAt(tokens, at)))
            .sort((a, b) => rankOf(a, false) - rankOf(b, false));
          const seen = new Set<number>();
          const expected = [...starts, ...later]
            .filter((row) => accepts(row.entity) && !seen.has(row.entity) && seen.add(row.entity))
            .slice(offset, offset + 5);
          expect(found).toEqual(expected.map(({ row, entity: each }) => ({ row, entity: each })));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('completing a prefix with a typo', () => {
  const index = indexOf(PLACES);
  const complete = (prefix: string): (string | undefined)[] =>
    names(index.completeNearly({ prefix, limit: 10, offset: 0 }));

  it.each([
    ['swapped letters', 'newcsa', 'Newcastle upon Tyne'],
    ['a wrong letter in an unfinished word', 'univars', 'University of California, Berkeley'],
    ['a letter too many', 'calliforn', 'University of California, Berkeley'],
    ['a letter too few', 'berkley', 'University of California, Berkeley'],
    ['after a word that is right', 'new yrok', 'New York'],
  ])('%s: %s', (_why, prefix, expected) => {
    expect(complete(prefix)[0]).toBe(expected);
  });

  it('does not guess at three letters or fewer', () => {
    expect(complete('yrk')).toEqual([]);
    expect(complete('')).toEqual([]);
  });

  it('finds every word whose beginning is one edit away before what is further away', () => {
    const letters = (min: number, max: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...'abc'), minLength: min, maxLength: max });
    fc.assert(
      fc.property(fc.uniqueArray(letters(1, 8), { minLength: 1, maxLength: 60 }), letters(4, 6), (words, prefix) => {
        const found = indexOf(words.map((name) => ({ name }))).completeNearly({ prefix, limit: 100, offset: 0 });
        const variants = oneEditAway(prefix);
        const expected = words.filter((word) => variants.some((variant) => word.startsWith(variant)));
        expect(
          found
            .slice(0, expected.length)
            .map(({ entity }) => words[entity])
            .sort(),
        ).toEqual(expected.sort());
      }),
      { numRuns: 100 },
    );
  });
});

/** Everything that one edit, not of the first letter, makes of a text over the alphabet a, b, c. */
function oneEditAway(text: string): string[] {
  const variants: string[] = [];
  for (let at = 1; at < text.length; at++) {
    variants.push(text.slice(0, at) + text.slice(at + 1));
    for (const letter of 'abc') {
      if (letter === text[at]) continue;
      variants.push(text.slice(0, at) + letter + text.slice(at + 1), text.slice(0, at) + letter + text.slice(at));
    }
    if (at + 1 < text.length && text[at] !== text[at + 1])
      variants.push(`${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`);
  }
  return variants;
}

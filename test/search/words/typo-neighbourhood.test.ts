import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  attachTypoNeighbourhood,
  buildTypoNeighbourhood,
  editsAllowed,
} from '../../../src/search/words/typo-neighbourhood.js';
import { fullDistance } from '../../support/full-edit-distance.js';

const fewLetters = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'abcd'), maxLength });

describe('the typo neighbourhood', () => {
  it('looks further in longer words, and not at all in the shortest and longest', () => {
    expect([2, 3, 4, 5, 40, 41].map(editsAllowed)).toEqual([0, 1, 1, 2, 2, 0]);
  });

  it('finds just what a naive search over all words finds', () => {
    const words = fc.uniqueArray(
      fc.oneof(fewLetters(11), fc.string({ unit: fc.constantFrom(...'aé1東'), maxLength: 6 })),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(words, fewLetters(11), fc.constantFrom(1, 2), (vocabulary, query, most) => {
        const neighbourhood = attachTypoNeighbourhood(buildTypoNeighbourhood(vocabulary), {
          size: vocabulary.length,
          tokenOf: (id) => vocabulary[id] ?? '',
          lengthOf: (id) => vocabulary[id]?.length ?? 0,
        });
        const found = new Map<string, number>();
        neighbourhood.forEachNear(query, most, (id, distance) => {
          const word = vocabulary[id] ?? '';
          expect(found.has(word)).toBe(false);
          found.set(word, distance);
        });
        const expected = new Map(
          vocabulary
            .map((word) => [word, fullDistance(word, query)] as const)
            .filter(([word, distance]) => {
              const allowed = Math.min(most, editsAllowed(word.length), editsAllowed(query.length));
              return distance > 0 && distance <= allowed && !/1|^東/.test(word);
            }),
        );
        expect(found).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('does not look for typos in numbers', () => {
    const vocabulary = ['1984', '1985', 'a1984'];
    const neighbourhood = attachTypoNeighbourhood(buildTypoNeighbourhood(vocabulary), {
      size: 3,
      tokenOf: (id) => vocabulary[id] ?? '',
      lengthOf: () => 4,
    });
    neighbourhood.forEachNear('1984', 2, (id) => {
      throw new Error(`found ${String(vocabulary[id])}`);
    });
    expect(editsAllowed(2)).toBe(0);
  });
});

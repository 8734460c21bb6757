import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundedEditDistance } from '../../src/search/words/bounded-edit-distance.js';
import { attachTypoNeighbourhood, buildTypoNeighbourhood, editsAllowed } from '../../src/search/words/typo-neighbourhood.js';

const fewLetters = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom(...'abcd'), maxLength });

describe('bounded edit distance', () => {
  it('agrees with the full table for any words and bounds', () => {
    fc.assert(
      fc.property(fewLetters(9), fewLetters(9), fc.integer({ min: 0, max: 4 }), (a, b, most) => {
        expect(boundedEditDistance(a, b, most)).toBe(Math.min(fullDistance(a, b), most + 1));
      }),
      { numRuns: 3000 },
    );
  });

  it('counts a swap of neighbours as one edit', () => {
    expect(boundedEditDistance('berlin', 'belrin', 2)).toBe(1);
  });

  it('gives up on words longer than any name', () => {
    expect(boundedEditDistance('a'.repeat(100), 'a'.repeat(99), 2)).toBe(3);
  });
});

describe('the typo neighbourhood', () => {
  it('finds just what a naive search over all words finds', () => {
    const words = fc.uniqueArray(fc.oneof(fewLetters(11), fc.string({ unit: fc.constantFrom(...'aé1東'), maxLength: 6 })), { maxLength: 150 });
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
              return distance > 0 && distance <= allowed && !/[1東]/.test(word);
            }),
        );
        expect(found).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('does not look for typos in numbers', () => {
    const vocabulary = ['1984', '1985', 'a1984'];
    const neighbourhood = attachTypoNeighbourhood(buildTypoNeighbourhood(vocabulary), { size: 3, tokenOf: (id) => vocabulary[id] ?? '', lengthOf: () => 4 });
    neighbourhood.forEachNear('1984', 2, (id) => {
      throw new Error(`found ${String(vocabulary[id])}`);
    });
    expect(editsAllowed(2)).toBe(0);
  });
});

/** Optimal string alignment by the full table. */
function fullDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_unused, j) => (i === 0 ? j : j === 0 ? i : 0)));
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1;
      const row = table[i];
      if (row !== undefined) {
        row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swapped ? at(i - 2, j - 2) + 1 : Infinity);
      }
    }
  }
  return at(a.length, b.length);
}

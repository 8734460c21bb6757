import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seededRandom } from '../../../bench/seeded-random.js';
import {
  attachSimilarWords,
  buildWordTriples,
  similarAmong,
  type SimilarWords,
} from '../../../src/search/words/similar-words.js';
import { fullDistance } from '../../support/full-edit-distance.js';

function similarWordsOf(vocabulary: readonly string[]): SimilarWords {
  return attachSimilarWords(buildWordTriples(vocabulary), {
    size: vocabulary.length,
    tokenOf: (id) => vocabulary[id] ?? '',
    lengthOf: (id) => vocabulary[id]?.length ?? 0,
  });
}

describe('similar words', () => {
  it.each([
    ['bilcksi', 'biloxi'],
    ['galifynkis', 'galifianakis'],
    ['gylaphnakis', 'galifianakis'],
    ['talahase', 'tallahassee'],
    ['imunclaw', 'enumclaw'],
    ['hellenic', 'hellenique'],
    ['zachary', 'zach'],
    ['алжирская', 'алжир'],
  ])('%s resembles %s', (word, wanted) => {
    const vocabulary = [
      'biloxi',
      'galifianakis',
      'tallahassee',
      'enumclaw',
      'hellenique',
      'zach',
      'алжир',
      'ibuprofen',
      'milpitas',
      'pittsburgh',
      'österreich',
    ];
    expect(
      similarWordsOf(vocabulary)
        .similarTo(word)
        .map(({ id }) => vocabulary[id]),
    ).toEqual([wanted]);
  });

  it('are as similar as the edits between them say, best first, and never the word itself', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcd'), maxLength: 11 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 150 }), word, (vocabulary, query) => {
        const found = similarWordsOf(vocabulary).similarTo(query);
        expect(found.length).toBeLessThanOrEqual(12);
        for (const [place, { id, similarity }] of found.entries()) {
          const other = vocabulary[id] ?? '';
          expect(other).not.toBe(query);
          const longer = Math.max(other.length, query.length);
          const beginning = other.startsWith(query) || query.startsWith(other);
          expect(similarity).toBeCloseTo(
            beginning
              ? 0.5 + (0.5 * Math.min(other.length, query.length)) / longer
              : 1 - fullDistance(other, query) / longer,
          );
          expect(similarity).toBeGreaterThanOrEqual(0.5);
          expect(similarity).toBeLessThanOrEqual(found[place - 1]?.similarity ?? 1);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds nearly all that three edits make of a long word, among thousands of words', () => {
    const random = seededRandom(5);
    const letters = [...'abcdefghijklmnoprstuvz'];
    const wordOf = (length: number): string => Array.from({ length }, () => random.pick(letters)).join('');
    const vocabulary = Array.from({ length: 20_000 }, () => wordOf(5 + random.below(9)));
    const similar = similarWordsOf(vocabulary);
    let found = 0;
    const tries = 200;
    for (let i = 0; i < tries;) {
      const target = random.below(vocabulary.length);
      let word = vocabulary[target] ?? '';
      if (word.length < 10) continue;
      i++;
      for (let edit = 0; edit < 3; edit++) {
        const at = random.below(word.length);
        word = word.slice(0, at) + random.pick(letters) + word.slice(at + 1);
      }
      if (word === vocabulary[target] || similar.similarTo(word).some(({ id }) => id === target)) found++;
    }
    expect(found / tries).toBeGreaterThan(0.8);
  });

  it('are those that share enough triples of letters, and none by an accident of the table', () => {
    const random = seededRandom(9);
    const syllables = [
      'ba',
      'cor',
      'den',
      'fil',
      'gra',
      'hel',
      'ki',
      'lom',
      'mer',
      'nos',
      'pu',
      'ran',
      'sti',
      'tev',
      'von',
    ];
    const wordOf = (): string => Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('');
    const vocabulary = [...new Set(Array.from({ length: 500 }, wordOf))].sort();
    const similar = similarWordsOf(vocabulary);
    for (let i = 0; i < 300; i++) {
      const word = wordOf();
      expect(similar.similarTo(word).map(({ id, similarity }) => ({ word: vocabulary[id], similarity }))).toEqual(
        similarAmong(word, vocabulary),
      );
    }
  });

  it('is not asked for short words, numbers and pairs of characters', () => {
    const similar = similarWordsOf(['1984a', '1985a', 'abc', 'abd', '東京']);
    for (const word of ['1984b', 'abe', '東都', '']) expect(similar.similarTo(word)).toEqual([]);
  });

  it('knows an empty vocabulary', () => {
    expect(similarWordsOf([]).similarTo('anything')).toEqual([]);
  });
});

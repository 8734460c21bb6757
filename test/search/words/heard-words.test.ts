import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachHeardWords, buildHeardWords, type HeardWords } from '../../../src/search/words/heard-words.js';
import { soundOf, soundsNear } from '../../../src/text/similarity/word-sound.js';

function heardWordsOf(vocabulary: readonly string[]): HeardWords {
  return attachHeardWords(buildHeardWords(vocabulary), { tokenOf: (id) => vocabulary[id] ?? '' });
}

describe('heard words', () => {
  it.each([
    ['galafinacus', 'galifianakis'],
    ['galfrakas', 'galifianakis'],
    ['pitsberg', 'pittsburgh'],
    ['toolsah', 'tulsa'],
    ['filadelfia', 'philadelphia'],
  ])('%s sounds like %s', (word, wanted) => {
    const vocabulary = [
      'galifianakis',
      'pittsburgh',
      'tulsa',
      'philadelphia',
      'tulip',
      'galaxy',
      'österreich',
      'алжир',
      'ab',
      '1950',
    ];
    expect(
      heardWordsOf(vocabulary)
        .soundingLike(word)
        .map((id) => vocabulary[id]),
    ).toEqual([wanted]);
  });

  it('are all words whose sounds are near, and no others', () => {
    const word = fc.array(fc.constantFrom(...'aeptklmnrs'), { maxLength: 12 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 12 }), word, (vocabulary, query) => {
        const found = heardWordsOf(vocabulary).soundingLike(query);
        const wanted = vocabulary.flatMap((other, id) =>
          other !== query && soundsNear(soundOf(query), soundOf(other)) ? [id] : [],
        );
        expect([...found].sort((a, b) => a - b)).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it('are at most sixteen', () => {
    const vocabulary = Array.from(
      { length: 200 },
      (_, i) =>
        `p${'aeiou'.charAt(i % 5)}t${'aeiou'.charAt(Math.floor(i / 5) % 5)}r${'aeiou'.charAt(Math.floor(i / 25))}`,
    );
    expect(heardWordsOf(vocabulary).soundingLike('putera')).toHaveLength(16);
  });
});

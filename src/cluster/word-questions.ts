import { heardAmong } from '../search/words/heard-words.js';
import { similarAmong } from '../search/words/similar-words.js';
import { editsBetween } from '../search/words/typo-neighbourhood.js';
import { heardWords, MAX_NEAR, nearBeginnings, nearWords, similarWords } from './questions.js';
import type { FoundWord } from './read-documents.js';
import type { SearchBody } from './search-cluster.js';

/*
 * Words of the dataset that are like a given one. The cluster gives all that share enough entries with it; which of them are like it is measured here, once for each word.
 */

/** Words within so many edits, words that resemble it, words that sound like it, and words that begin like it but for a typo. */
export type WordQuestion =
  | { readonly kind: 'edits'; readonly word: string; readonly most: number }
  | { readonly kind: 'similar' | 'heard' | 'beginning'; readonly word: string };

/** A word that is like the one that was asked for. */
export interface Neighbour extends FoundWord {
  /** Edits for `edits`, similarity for `similar`, else 0. */
  readonly measure: number;
}

/** Words that are like a given one, the nearest first, equal ones in the order of their letters; for `beginning` the most frequent first. */
export interface Neighbours {
  readonly words: readonly Neighbour[];
  /** Whether these are all: so many were not found that some were left out. */
  readonly isWhole: boolean;
}

/** Equal questions, equal keys. */
export function wordQuestionKey(question: WordQuestion): string {
  return `${question.kind}${question.kind === 'edits' ? String(question.most) : ''} ${question.word}`;
}

/** The search for all that may be like the word; `undefined` where nothing is. */
export function wordSearch(question: WordQuestion): SearchBody | undefined {
  switch (question.kind) {
    case 'edits':
      return nearWords(question.word, question.most);
    case 'similar':
      return similarWords(question.word);
    case 'heard':
      return heardWords(question.word);
    case 'beginning':
      return nearBeginnings(question.word);
  }
}

/** What of the words found is like the word. */
export function neighboursAmong(question: WordQuestion, found: readonly FoundWord[]): Neighbours {
  const entitiesOf = new Map(found.map(({ word, entities }) => [word, entities]));
  const words = measured(question, [...entitiesOf.keys()]).map(([word, measure]): Neighbour => ({
    word,
    entities: entitiesOf.get(word) ?? 0,
    measure,
  }));
  return { words, isWhole: found.length < MAX_NEAR };
}

function measured(
  question: WordQuestion,
  words: readonly string[],
): readonly (readonly [word: string, measure: number])[] {
  const { kind, word } = question;
  switch (kind) {
    case 'edits':
      return words
        .flatMap((other) => {
          const distance = editsBetween(word, other, question.most);
          return distance === undefined ? [] : [[other, distance] as const];
        })
        .sort(([one, near], [other, far]) => near - far || (one < other ? -1 : 1));
    case 'similar':
      return similarAmong(word, words).map(({ word: other, similarity }) => [other, similarity]);
    case 'heard':
      return heardAmong(word, words).map((other) => [other, 0]);
    case 'beginning':
      return words.map((other) => [other, 0]);
  }
}

import { grown } from '../../../foundation/grown.js';
import type { Vocabulary } from '../../../search/label-table.js';
import type { LabelWord } from './label-words.js';
import type { UsualWords } from './word-costs.js';
import { wordLikeness, type QueryWord } from './word-likeness.js';

/** Words of a query or a label beyond this many are left out of the comparison. */
export const MAX_WORDS = 48;
/** Words of labels that a query meets before the arrays have to grow. */
const SLOTS = 256;
/** Marks are numbers of 32 bits, and begin again from one before they overflow. */
const MOST_MARKS = 0xff00_0000;

/**
 * What is known about words of labels, against the words of one query: found out when the first label with the word is compared, and read for all others.
 * The arrays are replaced when they grow, which only `slotOf` does.
 */
export interface WordSlots {
  /** Begins a query; what is known of the one before is forgotten. */
  readonly begin: (words: readonly QueryWord[], usual: UsualWords | undefined) => void;
  /** The slot of a word of the vocabulary. Cost: one array read; the first time, comparing it with each word of the query. */
  readonly slotOf: (token: number) => number;
  /** By slot. */
  readonly words: readonly LabelWord[];
  readonly weights: Float64Array;
  /** The greatest of its likenesses. */
  readonly best: Float64Array;
  /** Likeness, 0–1, at slot × MAX_WORDS + place of the word in the query. */
  readonly similarities: Float64Array;
}

/** Slots for words of this vocabulary; `labelWord` tells what does not depend on the query. */
export function createWordSlots(vocabulary: Vocabulary, labelWord: (token: number) => LabelWord): WordSlots {
  let asked: readonly QueryWord[] = [];
  let usual: UsualWords | undefined;
  let firstMark = 1;
  let count = 0;
  const marks = new Uint32Array(vocabulary.size); // word → its slot, counted from `firstMark`; less for a word without one
  const known: LabelWord[] = [];
  const slots = { weights: new Float64Array(SLOTS), best: new Float64Array(SLOTS), similarities: new Float64Array(MAX_WORDS * SLOTS) };

  function begin(words: readonly QueryWord[], usualWords: UsualWords | undefined): void {
    asked = words;
    usual = usualWords;
    firstMark += count;
    count = 0;
    if (firstMark < MOST_MARKS) return;
    marks.fill(0);
    firstMark = 1;
  }

  function slotOf(token: number): number {
    const mark = marks[token] ?? 0;
    return mark >= firstMark ? mark - firstMark : newSlot(token);
  }

  function newSlot(token: number): number {
    const slot = count++;
    marks[token] = firstMark + slot;
    if (slot === slots.best.length) {
      slots.weights = grown(slots.weights);
      slots.best = grown(slots.best);
      slots.similarities = grown(slots.similarities);
    }
    const word = labelWord(token);
    known[slot] = word;
    slots.weights[slot] = usual?.get(word.shape.text) ?? word.weight;
    const base = slot * MAX_WORDS;
    let best = 0;
    for (let i = 0; i < asked.length; i++) {
      const queryWord = asked[i];
      const alike = queryWord === undefined ? 0 : wordLikeness(queryWord, word.shape);
      slots.similarities[base + i] = alike;
      best = Math.max(best, alike);
    }
    slots.best[slot] = best;
    return slot;
  }

  return Object.assign(slots, { begin, slotOf, words: known });
}

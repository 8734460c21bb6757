import { grown } from '../../foundation/grown.js';
import { nextStamp } from '../next-stamp.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { WordGroup, WordRange } from './word-group.js';

/** To which group of a query the words of the index belong, found by an array read or two: it is asked for every word of every form that is measured. */
export interface WordsOfGroups {
  /** Spreads other groups over the words of the index. */
  readonly spread: (groups: readonly WordGroup[]) => void;
  /** The group that a word belongs to, -1 for none; of several ranges that hold it, the one it adds most to. How well the word stands for the query's is in `similarity` then. */
  readonly groupOf: (word: number) => number;
  /** Of the word asked about last that belongs to a group, 0–1; the only number here. */
  readonly similarity: Float32Array;
}

/** Power of two; several words may share a place. */
const NAMED_PLACES = 1 << 12;
const PASSED_OVER = 1 << 11;
const NO_WORD = 0xffff_ffff;
/** Marks are numbers of 32 bits, and begin again from one before they overflow. */
const MOST_MARKS = 0xffff_0000;
const NO_GROUP = -1;

/** Of no groups yet. Its memory is a few bytes for each word of the index. */
export function createWordsOfGroups(words: SortedVocabulary): WordsOfGroups {
  // Marks take the place of clearing arrays for every query.
  let marksUsed = 0;
  // Of each word that a group names that group, counted from `firstMark`; less for the others.
  let firstMark = 0;
  const wordMarks = new Uint32Array(words.size);
  const wordSimilarity = new Float32Array(words.size);
  // Whether a group names a word of these last bits. Nearly every word of a form is met once and belongs to no group; this list, which never leaves the
  // nearest memory, says so without a look at what is noted of the word, which would be the dearest step of all.
  let namedStamp = 0;
  const named = new Uint8Array(NAMED_PLACES);
  /** Words met lately that belong to no group, by their last bits: frequent words come again and again. */
  const passedOver = new Uint32Array(PASSED_OVER);
  const similarity = new Float32Array(1);
  // The ranges of all groups, one behind the other.
  let rangeCount = 0;
  let rangeFirst = new Uint32Array(64);
  let rangeEnd = new Uint32Array(64);
  let rangeGroup = new Uint32Array(64);
  let rangeWeight = new Float64Array(64);
  let rangeLength = new Uint32Array(64);
  let rangeSimilarity = new Float64Array(64);

  function spread(groups: readonly WordGroup[]): void {
    firstMark = nextMark(groups.length);
    namedStamp = nextStamp(namedStamp, named);
    passedOver.fill(NO_WORD);
    rangeCount = 0;
    for (const [g, group] of groups.entries()) {
      for (const range of group.ranges) addRange(range, g, group.weight);
      for (let k = 0; k < group.words.length; k++) nameWord(group.words[k] ?? 0, g, group.similarities[k] ?? 0);
    }
  }

  /** A word that several groups name belongs to that for which it stands best. */
  function nameWord(word: number, group: number, alike: number): void {
    if ((wordMarks[word] ?? 0) >= firstMark && (wordSimilarity[word] ?? 0) >= alike) return;
    named[word % NAMED_PLACES] = namedStamp;
    wordMarks[word] = firstMark + group;
    wordSimilarity[word] = alike;
  }

  function addRange({ first, end, length, similarity: alike }: WordRange, group: number, weight: number): void {
    if (rangeCount === rangeFirst.length) {
      rangeFirst = grown(rangeFirst);
      rangeEnd = grown(rangeEnd);
      rangeGroup = grown(rangeGroup);
      rangeWeight = grown(rangeWeight);
      rangeLength = grown(rangeLength);
      rangeSimilarity = grown(rangeSimilarity);
    }
    rangeFirst[rangeCount] = first;
    rangeEnd[rangeCount] = end;
    rangeGroup[rangeCount] = group;
    rangeWeight[rangeCount] = weight;
    rangeLength[rangeCount] = length;
    rangeSimilarity[rangeCount] = alike;
    rangeCount++;
  }

  /** A mark above all that were given for the groups of before. */
  function nextMark(groupCount: number): number {
    if (marksUsed > MOST_MARKS - groupCount) {
      wordMarks.fill(0);
      marksUsed = 0;
    }
    const mark = marksUsed + 1;
    marksUsed += groupCount;
    return mark;
  }

  function groupOf(word: number): number {
    if (passedOver[word % PASSED_OVER] === word) return NO_GROUP;
    const mark = named[word % NAMED_PLACES] === namedStamp ? (wordMarks[word] ?? 0) : 0;
    if (mark >= firstMark) {
      similarity[0] = wordSimilarity[word] ?? 0;
      return mark - firstMark;
    }
    const group = groupByRange(word);
    if (group < 0) passedOver[word % PASSED_OVER] = word;
    return group;
  }

  function groupByRange(word: number): number {
    let found = NO_GROUP;
    let best = 0;
    for (let r = 0; r < rangeCount; r++) {
      if (word < (rangeFirst[r] ?? 0) || word >= (rangeEnd[r] ?? 0)) continue;
      const length = rangeLength[r] ?? 0;
      const whole = rangeSimilarity[r] ?? 0;
      const alike = length === 0 ? whole : whole * (0.75 + (0.25 * length) / words.lengthOf(word));
      const gain = alike * (rangeWeight[r] ?? 0);
      if (gain <= best) continue;
      best = gain;
      found = rangeGroup[r] ?? NO_GROUP;
      similarity[0] = alike;
    }
    return found;
  }

  return { spread, groupOf, similarity };
}

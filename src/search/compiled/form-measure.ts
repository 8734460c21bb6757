import { grown } from '../../foundation/grown.js';
import { section, type Sections } from '../../foundation/sections.js';
import { nextStamp } from '../next-stamp.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { Reach } from './reach-of-groups.js';
import type { WordGroup, WordRange } from './word-group.js';

/** Power of two; several words may share a place. */
const NAMED_PLACES = 1 << 12;

const PASSED_OVER = 1 << 11;

const NO_WORD = 0xffff_ffff;

/** Marks are numbers of 32 bits, and begin again from one before they overflow. */
const MAX_MARKS = 0xffff_0000;

const NO_GROUP = -1;

/** How much what only the label has counts against what is shared. */
const OVER_LABEL = 0.4;
/** Forms that are not equal to the query are not more like it than this. */
const MAX_UNEQUAL = 0.999;

/** In a long sentence the name is a small part: what of the query is left over says little. */
function overQueryOf(queryLength: number): number {
  return queryLength <= 4 ? 0.5 : Math.max(0.12, 0.5 - 0.07 * (queryLength - 4));
}

/** How like a query the forms of the index are, by the weight of the words that they have in common. Its scratch memory is made once, and used for every query. */
export class FormMeasure {
  /** Weight of the words of the query. */
  queryWeight = 0;
  /** Of the form measured last: its weight, and how much of the query's and of its own it has in common with the query. */
  #weight = 0;
  #ofQuery = 0;
  #ofLabel = 0;
  #overQuery = 0.5;
  #groupCount = 0;
  #groupWeight = new Float64Array(64);
  /** How well the words of the form stand for the query's, group by group. */
  #groupMet = new Float64Array(64);
  readonly #grouped: WordsOfGroups;
  readonly #formWeight: Float32Array;
  readonly #formWordOffsets: Uint32Array;
  readonly #formWords: Uint32Array;
  readonly #wordWeights: Float32Array;

  constructor(sections: Sections, words: SortedVocabulary, grouped: WordsOfGroups = createWordsOfGroups(words)) {
    this.#grouped = grouped;
    this.#formWeight = section(sections, 'labels.formWeight', 'Float32Array');
    this.#formWordOffsets = section(sections, 'labels.formWords.offsets', 'Uint32Array');
    this.#formWords = section(sections, 'labels.formWords.words', 'Uint32Array');
    this.#wordWeights = section(sections, 'words.weight', 'Float32Array');
  }

  /** Sets the query: its words and what each may be in labels. */
  begin(groups: readonly WordGroup[], queryLength: number): void {
    this.#overQuery = overQueryOf(queryLength);
    this.#grouped.spread(groups);
    this.#groupCount = groups.length;
    if (groups.length > this.#groupWeight.length) {
      this.#groupWeight = grown(this.#groupWeight, groups.length);
      this.#groupMet = grown(this.#groupMet, groups.length);
    }
    this.queryWeight = 0;
    for (const [g, { weight, counts }] of groups.entries()) {
      this.#groupWeight[g] = weight;
      if (counts) this.queryWeight += weight;
    }
  }

  /** Cost: a look at each word of the form. */
  apply(form: number): void {
    const groupCount = this.#groupCount;
    const met = this.#groupMet;
    const weights = this.#groupWeight;
    const formWords = this.#formWords;
    const wordWeights = this.#wordWeights;
    const { groupOf, similarity } = this.#grouped;
    for (let g = 0; g < groupCount; g++) met[g] = 0;
    let ofLabel = 0;
    const end = this.#formWordOffsets[form + 1] ?? 0;
    for (let i = this.#formWordOffsets[form] ?? 0; i < end; i++) {
      const word = formWords[i] ?? 0;
      const group = groupOf(word);
      if (group < 0) continue;
      const alike = similarity[0] ?? 0;
      ofLabel += alike * (wordWeights[word] ?? 0);
      if (alike > (met[group] ?? 0)) met[group] = alike;
    }
    let ofQuery = 0;
    for (let g = 0; g < groupCount; g++) ofQuery += (met[g] ?? 0) * (weights[g] ?? 0);
    this.#ofQuery = Math.min(ofQuery, this.queryWeight);
    this.#weight = this.#formWeight[form] ?? 0;
    this.#ofLabel = Math.min(ofLabel, this.#weight);
  }

  /** Of the form measured last and the query, 0–1; NaN where neither has a word of weight. */
  likeness(): number {
    const matched = this.#ofQuery + this.#ofLabel;
    return Math.min(
      MAX_UNEQUAL,
      matched /
        (matched +
          2 * this.#overQuery * (this.queryWeight - this.#ofQuery) +
          2 * OVER_LABEL * (this.#weight - this.#ofLabel)),
    );
  }

  /** The lesser of the shares that query and form have in common, 0–1. */
  shareInCommon(): number {
    return Math.min(this.#ofQuery / this.queryWeight, this.#ofLabel / this.#weight);
  }

  /**
   * The weight at which a form that has all within reach in common with the query would be as like it as this; below 0 where none would.
   * It holds for forms in which no word of the query comes twice.
   */
  heaviestWith(likeness: number, reach: Reach): number {
    if (likeness <= 0) return Infinity;
    const spare =
      (reach.ofQuery + reach.ofLabel) * (1 / likeness - 1) - 2 * this.#overQuery * (this.queryWeight - reach.ofQuery);
    return spare < 0 ? -1 : reach.ofLabel + spare / (2 * OVER_LABEL);
  }
}

/** To which group of a query the words of the index belong, found by an array read or two: it is asked for every word of every form that is measured. */
export interface WordsOfGroups {
  /** Spreads other groups over the words of the index. */
  readonly spread: (groups: readonly WordGroup[]) => void;
  /** The group that a word belongs to, -1 for none; of several ranges that hold it, the one it adds most to. How well the word stands for the query's is in `similarity` then. */
  readonly groupOf: (word: number) => number;
  /** Of the word asked about last that belongs to a group, 0–1; the only number here. */
  readonly similarity: Float32Array;
}

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
    if (marksUsed > MAX_MARKS - groupCount) {
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

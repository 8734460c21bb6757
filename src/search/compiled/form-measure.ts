import { grown } from '../../foundation/grown.js';
import { section, type Sections } from '../../foundation/sections.js';
import { nextStamp } from '../next-stamp.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { Reach } from './reach-of-groups.js';
import type { WordGroup, WordRange } from './word-group.js';

/** Power of two; several words may share a slot. */
const NAMED_PLACES = 1 << 12;

const PASSED_OVER = 1 << 11;

const NO_WORD = 0xffff_ffff;

/** Marks are numbers of 32 bits, and restart from one before they overflow. */
const MAX_MARKS = 0xffff_0000;

const NO_GROUP = -1;

/** Weight of the label's unmatched share relative to the common share. */
const OVER_LABEL = 0.4;
/** Maximum similarity of forms that are not equal to the query. */
const MAX_UNEQUAL = 0.999;

/** In a long sentence the name is a small part: unmatched words of the query mean little. */
function overQueryOf(queryLength: number): number {
  return queryLength <= 4 ? 0.5 : Math.max(0.12, 0.5 - 0.07 * (queryLength - 4));
}

/**
 * Similarity of forms of the index to a query, by the weight of their common words. Its scratch memory is allocated
 * once and reused for every query.
 */
export class FormMeasure {
  queryWeight = 0;
  /** Of the form measured last: its weight, and its common weight with the query on either side. */
  #weight = 0;
  #ofQuery = 0;
  #ofLabel = 0;
  #overQuery = 0.5;
  #groupCount = 0;
  #groupWeight = new Float64Array(64);
  /** Similarity of the words of the form to the query's, by group. */
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

  /** Sets the query: its words and their variants in labels. */
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

  /** Similarity of the form measured last to the query, 0–1; NaN where neither has a word with weight. */
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

  /** The smaller of the common shares of query and form, 0–1. */
  shareInCommon(): number {
    return Math.min(this.#ofQuery / this.queryWeight, this.#ofLabel / this.#weight);
  }

  /**
   * The maximum weight of a form with this similarity, if it matches everything within reach; below 0 if impossible.
   * Valid for forms without repeated words of the query.
   */
  heaviestWith(likeness: number, reach: Reach): number {
    if (likeness <= 0) return Infinity;
    const spare =
      (reach.ofQuery + reach.ofLabel) * (1 / likeness - 1) - 2 * this.#overQuery * (this.queryWeight - reach.ofQuery);
    return spare < 0 ? -1 : reach.ofLabel + spare / (2 * OVER_LABEL);
  }
}

/**
 * The group of a query that a word of the index belongs to, by one or two array reads: called for every word of every
 * measured form.
 */
export interface WordsOfGroups {
  /** Sets other groups. */
  readonly spread: (groups: readonly WordGroup[]) => void;
  /**
   * The group of a word, -1 for none; of several ranges with the word, the one with the largest contribution. Sets
   * `similarity`.
   */
  readonly groupOf: (word: number) => number;
  /** Similarity of the word of the last call that belongs to a group, 0–1; the only number here. */
  readonly similarity: Float32Array;
}

/** Without groups yet. Memory: a few bytes for each word of the index. */
export function createWordsOfGroups(words: SortedVocabulary): WordsOfGroups {
  // Marks instead of clearing arrays for every query.
  let marksUsed = 0;
  // The group of each word, counted from `firstMark`; less for other words.
  let firstMark = 0;
  const wordMarks = new Uint32Array(words.size);
  const wordSimilarity = new Float32Array(words.size);
  // Whether a group has a word with these last bits. Nearly every word of a form belongs to no group; this small cached
  // list rejects it without reading the data of the word, which would be the most expensive step of all.
  let namedStamp = 0;
  const named = new Uint8Array(NAMED_PLACES);
  /** Recent words without a group, by their last bits: frequent words are repeated. */
  const passedOver = new Uint32Array(PASSED_OVER);
  const similarity = new Float32Array(1);
  // The ranges of all groups, concatenated.
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

  /** A word of several groups belongs to the one with the highest similarity. */
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

  /** A mark above all of the previous groups. */
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

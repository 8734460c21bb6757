import { grown } from '../../foundation/grown.js';
import { section, type Sections } from '../../foundation/sections.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { Reach } from './reach-of-groups.js';
import type { WordGroup } from './word-group.js';
import { createWordsOfGroups, type WordsOfGroups } from './words-of-groups.js';

/** How much what only the label has counts against what is shared. */
const OVER_LABEL = 0.4;
/** Forms that are not equal to the query are not more like it than this. */
const MOST_UNEQUAL = 0.999;

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

  constructor(sections: Sections, words: SortedVocabulary) {
    this.#grouped = createWordsOfGroups(words);
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
      MOST_UNEQUAL,
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

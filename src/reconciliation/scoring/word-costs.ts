import type { LabelTable } from '../../search/label-table.js';
import { weightShareOf } from '../../text/similarity/common-words.js';
import { NAME_WEIGHTS } from './name-weights.js';
import type { WordingModel } from './scoring-model.js';

/** What the words of one label table weigh and cost, by their numbers in the vocabulary; -1 for a word that it lacks. */
export interface WordCosts {
  /** More for rare words, little for articles, legal forms and the like. */
  readonly weightOf: (token: number, word: string) => number;
  /** How surely the word tells entities apart, 0–1. */
  readonly tellsApart: (token: number) => number;
  /** What the word costs when only one side has it, as a share of its weight: less when this dataset leaves it out of names, more when it tells entities apart. */
  readonly missingShare: (token: number) => number;
}

/** Cost: two maps, filled once; then a look into them a word. */
export function wordCosts(labels: LabelTable, wording: WordingModel): WordCosts {
  const leftOut = new Map(wording.leftOut);
  const apart = new Map(wording.apart);
  const greatest = Math.log(labels.rowCount + 1);
  const tellsApart = (token: number): number => apart.get(token) ?? wording.usuallyApart;
  return {
    weightOf: (token, word) => greatest * (labels.vocabulary.weightOf(token) / greatest) ** NAME_WEIGHTS.rarity * weightShareOf(word),
    tellsApart,
    missingShare: (token) => (1 - NAME_WEIGHTS.leftOut * (leftOut.get(token) ?? 0)) * (1 + NAME_WEIGHTS.apart * (tellsApart(token) - 0.5)),
  };
}

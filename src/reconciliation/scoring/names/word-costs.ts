import type { Dataset } from '../../../entities/dataset.js';
import { ownValue } from '../../../foundation/own-value.js';
import type { LabelTable } from '../../../search/label-table.js';
import { weightShareOf } from '../../../text/similarity/common-words.js';
import { NAME_WEIGHTS } from './name-weights.js';
import { MOST_WITH_CODE } from '../most-with-code.js';
import type { WordingModel } from '../model/scoring-model.js';
import type { WordsOfTypes } from '../model/words-of-types.js';

/** What the words of one label table weigh and cost, by their numbers in the vocabulary; -1 for a word that it lacks. */
export interface WordCosts {
  /** More for rare words, little for articles, legal forms and the like. */
  readonly weightOf: (token: number, word: string) => number;
  /** How surely the word tells entities apart, 0–1; an article or the like of which the dataset says nothing, as much less as it weighs less. */
  readonly tellsApart: (token: number, word: string) => number;
  /** The same for a word between words that both names have. */
  readonly tellsApartBetween: (token: number, word: string) => number;
  /** What the word costs when only one side has it, as a share of its weight: less when this dataset leaves it out of names, more when it tells entities apart. */
  readonly missingShare: (token: number) => number;
  /** The least that a word weighs that so few entities have as a code may have. */
  readonly weightOfFew: number;
}

/** Cost: two maps, filled once; then a look into them a word. */
export function wordCosts(labels: Pick<LabelTable, 'rowCount' | 'vocabulary'>, wording: WordingModel): WordCosts {
  const leftOut = new Map(wording.leftOut);
  const apart = new Map(wording.apart.map(([word, share]) => [word, share]));
  const between = new Map(wording.apart.map(([word, , share]) => [word, share]));
  return {
    weightOf: (token, word) => weightOfWord(labels, labels.vocabulary.weightOf(token), word),
    tellsApart: (token, word) => apart.get(token) ?? wording.usuallyApart * weightShareOf(word),
    tellsApartBetween: (token, word) => between.get(token) ?? wording.usuallyApartBetween * weightShareOf(word),
    missingShare: (token) => (1 - NAME_WEIGHTS.leftOut * (leftOut.get(token) ?? 0)) * (1 + NAME_WEIGHTS.apart * ((apart.get(token) ?? wording.usuallyApart) - 0.5)),
    weightOfFew: weightOfWord(labels, labels.vocabulary.weightOf(-1) - Math.log((MOST_WITH_CODE + 0.5) / 1.5), ''),
  };
}

/** Words that weigh less than in the whole dataset, by their numbers in the vocabulary. */
export type UsualWords = ReadonlyMap<number, number>;

const remembered = new WeakMap<WordsOfTypes, Map<string, UsualWords>>();

/** What the usual words of a type weigh where it is asked for; `undefined` for a type that has none of its own. Cost: a look-up, once a pass over these words. */
export function usualWordsOf(dataset: Dataset, labels: LabelTable, types: WordsOfTypes, typeId: string): UsualWords | undefined {
  const words = ownValue(types, typeId);
  if (words === undefined) return undefined;
  let known = remembered.get(types);
  if (known === undefined) {
    known = new Map();
    remembered.set(types, known);
  }
  let usual = known.get(typeId);
  if (usual === undefined) {
    const greatest = greatestWeight(labels);
    const ownGreatest = Math.log((dataset.types.get(typeId)?.entityCount ?? 0) + 1);
    usual = new Map(
      words.map(([token, share]) => {
        // On the scale of the dataset, where a word of one entity alone weighs the same whatever its type.
        const ofType = greatest * Math.max(NAME_WEIGHTS.leastOfType, -Math.log(share) / ownGreatest);
        return [token, weightOfWord(labels, Math.min(ofType, labels.vocabulary.weightOf(token)), labels.vocabulary.tokenOf(token))] as const;
      }),
    );
    known.set(typeId, usual);
  }
  return usual;
}

function weightOfWord(labels: Pick<LabelTable, 'rowCount'>, telling: number, word: string): number {
  const greatest = greatestWeight(labels);
  return greatest * (telling / greatest) ** NAME_WEIGHTS.rarity * weightShareOf(word);
}

function greatestWeight(labels: Pick<LabelTable, 'rowCount'>): number {
  return Math.log(labels.rowCount + 1);
}

import type { TypeHierarchy } from '../../entities/type-hierarchy.js';
import type { Vocabulary } from '../../search/label-table.js';
import { weightShareOf } from '../../text/similarity/common-words.js';
import { wordShape, type WordShape } from '../../text/similarity/word-shape.js';
import type { WordStatistics } from '../dataset-statistics.js';
import { similarityWeights } from '../evidence/weights.js';

/** What folded words weigh and cost in one dataset. */
export interface TokenWeights {
  /** More for rare words, little for articles, legal forms and the like. */
  readonly weightOf: (word: string) => number;
  /** How surely the word tells entities apart, 0–1; an article or the like of which the dataset says nothing, as much less as it weighs less. */
  readonly tellsApart: (word: string) => number;
  /** The same for a word between words that both names have. */
  readonly tellsApartBetween: (word: string) => number;
  /** What the word costs when only one side has it, as a share of its weight: less when this dataset leaves it out of names, more when it tells entities apart. */
  readonly missingShare: (word: string) => number;
  /** The greatest weight: that of a word that one entity alone has. */
  readonly greatest: number;
  /** The least that a word weighs that so few entities have as a code may have. */
  readonly weightOfFew: number;
}

/** Cost: constant; then a look into the statistics a word. */
export function tokenWeights(words: WordStatistics): TokenWeights {
  const { usualSeparation: usual } = words;
  const ofOne = words.idfOf('');
  return {
    weightOf: (word) => weightOfWord(words, words.idfOf(word), word),
    tellsApart: (word) => words.separationOf(word)?.anywhere ?? usual.anywhere * weightShareOf(word),
    tellsApartBetween: (word) => words.separationOf(word)?.between ?? usual.between * weightShareOf(word),
    missingShare: (word) =>
      (1 - similarityWeights().leftOut * words.leftOutShareOf(word)) *
      (1 + similarityWeights().discriminative * ((words.separationOf(word)?.anywhere ?? usual.anywhere) - 0.5)),
    greatest: weightOfWord(words, ofOne, ''),
    weightOfFew: weightOfWord(words, ofOne - Math.log((MOST_WITH_CODE + 0.5) / 1.5), ''),
  };
}

/** Words that weigh less than in the whole dataset, and what they weigh. */
export type UsualTokens = ReadonlyMap<string, number>;

const remembered = new WeakMap<WordStatistics, Map<string, UsualTokens>>();

/** What the usual words of a type weigh where it is asked for; `undefined` for a type that has none of its own. Cost: a look-up, once a pass over these words. */
export function usualTokensOf(types: TypeHierarchy, words: WordStatistics, type: string): UsualTokens | undefined {
  const shares = words.usualWordsOfType(type);
  if (shares === undefined) return undefined;
  let known = remembered.get(words);
  if (known === undefined) {
    known = new Map();
    remembered.set(words, known);
  }
  let usual = known.get(type);
  if (usual === undefined) {
    const greatest = greatestWeight(words);
    const ownGreatest = Math.log((types.get(type)?.entityCount ?? 0) + 1);
    usual = new Map(
      shares.map(([word, share]) => {
        // On the scale of the dataset, where a word of one entity alone weighs the same whatever its type.
        const ofType = greatest * Math.max(similarityWeights().leastOfType, -Math.log(share) / ownGreatest);
        return [word, weightOfWord(words, Math.min(ofType, words.idfOf(word)), word)] as const;
      }),
    );
    known.set(type, usual);
  }
  return usual;
}

function weightOfWord(words: WordStatistics, idf: number, word: string): number {
  const greatest = greatestWeight(words);
  return greatest * (idf / greatest) ** similarityWeights().rarity * weightShareOf(word);
}

function greatestWeight({ labelCount }: WordStatistics): number {
  return Math.log(labelCount + 1);
}

/** A word of labels with all that comparing it needs, whatever the query. */
export interface LabelToken {
  readonly shape: WordShape;
  /** Code unit of its first letter; NaN for the empty word. */
  readonly firstLetter: number;
  /** What it weighs where the query says nothing else. */
  readonly weight: number;
  /** See `TokenWeights`. */
  readonly apart: number;
  readonly missing: number;
}

/** Words remembered at once; with more, all are forgotten. */
const MOST_REMEMBERED = 50_000;

/** Words of labels by their numbers in the vocabulary, each worked out once. Cost: one array read for a word met lately. */
export function rememberLabelTokens(
  vocabulary: Pick<Vocabulary, 'size' | 'tokenOf'>,
  costs: Pick<TokenWeights, 'weightOf' | 'tellsApart' | 'missingShare'>,
): (token: number) => LabelToken {
  const known = new Array<LabelToken | undefined>(vocabulary.size).fill(undefined);
  let count = 0;
  return (token) => {
    const remembered = known[token];
    if (remembered !== undefined) return remembered;
    const shape = wordShape(vocabulary.tokenOf(token));
    const word = {
      shape,
      firstLetter: shape.text.charCodeAt(0),
      weight: costs.weightOf(shape.text),
      apart: costs.tellsApart(shape.text),
      missing: costs.missingShare(shape.text),
    };
    if (count++ >= MOST_REMEMBERED) {
      known.fill(undefined);
      count = 1;
    }
    known[token] = word;
    return word;
  };
}

/** Entities that have a code, such as a part number, for it to say which one is meant. */
export const MOST_WITH_CODE = 3;

import { isUsualAbbreviation } from '../../text/abbreviations.js';
import { markedAbbreviation } from '../../text/similarity/marked-abbreviation.js';
import type { WordShape } from '../../text/similarity/word-shape.js';
import { likenessOfGivenNames, wordRelation, wordResemblance, wordSimilarity, type WordRelationKind } from '../../text/similarity/word-similarity.js';
import { similarityWeights } from '../evidence/weights.js';

/** How a token of a label was found in the query. */
export type WordMatchKind = WordRelationKind | 'joined' | 'acronym' | 'exchanged' | 'resemblance' | 'beside';

/** A word of the query, with what is known of it before it is compared. */
export interface QueryToken {
  readonly shape: WordShape;
  /** Whether any label of the dataset has it. */
  readonly known: boolean;
  /** Words that other names of the dataset put in its place, and how far each exchange is to be believed, 0–1. */
  readonly exchanges: ReadonlyMap<string, number> | undefined;
  /** Whether a full stop says that it is abbreviated. */
  readonly marked: boolean;
}

const SHORT_WORD = 4;
/** From this many letters on, a known word is rather a word of its own than short for another one. */
const LEAST_OF_ITS_OWN = 4;

/** How alike a word of the query and one of a label are, 0–1. Cost: that of `wordSimilarity`. */
export function tokenSimilarity(word: QueryToken, shape: WordShape): number {
  if (word.shape.text === shape.text) return 1;
  const taught = similarityWeights().exchanged * (word.exchanges?.get(shape.text) ?? 0);
  const marked = word.marked ? markedAbbreviation(word.shape, shape) : 0;
  const alike = wordSimilarity(word.shape, shape);
  if (taught > alike || marked > alike) return Math.max(taught, marked);
  // One that no entity has may be misspelt beyond a few slips; what it resembles then decides among names that are alike else.
  if (alike === 0 && !word.known) return wordResemblance(word.shape, shape);
  // A word that other entities have is seldom a slip of the pen: "northern" is not a misspelt "southern".
  const { length } = word.shape.text;
  if (alike === 0 || !word.known || length <= 2) return alike;
  const relation = wordRelation(word.shape, shape);
  if (relation === 'abbreviation' && !word.marked && areOfTheirOwn(word.shape, shape)) return alike * similarityWeights().knownAbbreviation;
  if (relation !== 'typo') return alike;
  return Math.max(alike * (length <= SHORT_WORD ? similarityWeights().knownShortWord : similarityWeights().knownWord), likenessOfGivenNames(word.shape, shape));
}

/** Whether two words, both known, stand for themselves: "west" is not short for "western" as "univ" is for "university" and "fred" for "frederick". */
function areOfTheirOwn(a: WordShape, b: WordShape): boolean {
  if (a.text.length < LEAST_OF_ITS_OWN || b.text.length < LEAST_OF_ITS_OWN || likenessOfGivenNames(a, b) > 0) return false;
  return !isUsualAbbreviation(a.text, b.text) && !isUsualAbbreviation(b.text, a.text);
}

/** By what two words are as alike as `tokenSimilarity` says. */
export function kindOfSimilarity(word: QueryToken, shape: WordShape): WordMatchKind {
  const alike = tokenSimilarity(word, shape);
  if (word.marked && alike > 0 && alike === markedAbbreviation(word.shape, shape)) return word.shape.text.length === 1 ? 'initial' : 'abbreviation';
  if (alike <= wordSimilarity(word.shape, shape)) return wordRelation(word.shape, shape);
  return word.exchanges?.has(shape.text) === true ? 'exchanged' : 'resemblance';
}

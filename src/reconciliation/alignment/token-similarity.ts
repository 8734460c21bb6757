import { isUsualAbbreviation } from '../../text/abbreviations.js';
import { markedAbbreviation } from '../../text/similarity/marked-abbreviation.js';
import type { WordShape } from '../../text/similarity/word-shape.js';
import {
  likenessOfGivenNames,
  wordRelation,
  wordResemblance,
  wordSimilarity,
  type WordRelationKind,
} from '../../text/similarity/word-similarity.js';
import { similarityWeights } from '../evidence/weights.js';
import { grown } from '../../foundation/grown.js';
import type { LabelTable } from '../../search/label-table.js';
import type { LabelToken, UsualTokens } from './token-weights.js';
import { MAX_TOKENS } from './word-bits.js';

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
function tokenSimilarity(word: QueryToken, shape: WordShape): number {
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
  if (relation === 'abbreviation' && !word.marked && areOfTheirOwn(word.shape, shape))
    return alike * similarityWeights().knownAbbreviation;
  if (relation !== 'typo') return alike;
  return Math.max(
    alike * (length <= SHORT_WORD ? similarityWeights().knownShortWord : similarityWeights().knownWord),
    likenessOfGivenNames(word.shape, shape),
  );
}

/** Whether two words, both known, stand for themselves: "west" is not short for "western" as "univ" is for "university" and "fred" for "frederick". */
function areOfTheirOwn(a: WordShape, b: WordShape): boolean {
  if (a.text.length < LEAST_OF_ITS_OWN || b.text.length < LEAST_OF_ITS_OWN || likenessOfGivenNames(a, b) > 0)
    return false;
  return !isUsualAbbreviation(a.text, b.text) && !isUsualAbbreviation(b.text, a.text);
}

/** By what two words are as alike as `tokenSimilarity` says. */
export function kindOfSimilarity(word: QueryToken, shape: WordShape): WordMatchKind {
  const alike = tokenSimilarity(word, shape);
  if (word.marked && alike > 0 && alike === markedAbbreviation(word.shape, shape))
    return word.shape.text.length === 1 ? 'initial' : 'abbreviation';
  if (alike <= wordSimilarity(word.shape, shape)) return wordRelation(word.shape, shape);
  return word.exchanges?.has(shape.text) === true ? 'exchanged' : 'resemblance';
}

/** Tokens of labels that a query meets before the arrays have to grow. */
const SLOTS = 256;
/** Marks are numbers of 32 bits, and begin again from one before they overflow. */
const MOST_MARKS = 0xff00_0000;

/**
 * What is known about tokens of labels, against the tokens of one query: found out when the first label with the token is compared, and read for all others. Scratch memory
 * of the aligner: nothing of it is kept in an alignment.
 */
export class TokenSimilarities {
  readonly #labels: LabelTable;
  readonly #labelToken: (token: number) => LabelToken;
  readonly #marks: Uint32Array; // token → its slot, counted from `#firstMark`; less for a token without one
  readonly #known: LabelToken[] = [];
  readonly #tokens = new Uint32Array(MAX_TOKENS);
  readonly #slotAt = new Int32Array(MAX_TOKENS); // place in the label → slot
  #weights = new Float64Array(SLOTS);
  #best = new Float64Array(SLOTS);
  #similarities = new Float64Array(MAX_TOKENS * SLOTS); // at slot × MAX_TOKENS + place in the query
  #asked: readonly QueryToken[] = [];
  #usual: UsualTokens | undefined;
  #firstMark = 1;
  #count = 0;

  /** `labelToken` tells what does not depend on the query. */
  constructor(labels: LabelTable, labelToken: (token: number) => LabelToken) {
    this.#labels = labels;
    this.#labelToken = labelToken;
    this.#marks = new Uint32Array(labels.vocabulary.size);
  }

  /** Sets the query; what is known of another one is forgotten. */
  use(tokens: readonly QueryToken[], usual: UsualTokens | undefined): void {
    if (tokens === this.#asked && usual === this.#usual) return;
    this.#asked = tokens;
    this.#usual = usual;
    this.#firstMark += this.#count;
    this.#count = 0;
    if (this.#firstMark < MOST_MARKS) return;
    this.#marks.fill(0);
    this.#firstMark = 1;
  }

  /** Sets the label of which places are asked about; gives how many tokens it has. Cost: an array read a token; for one met the first time, comparing it with each token of the query. */
  read(row: number): number {
    const count = this.#labels.readTokenIds(row, this.#tokens);
    for (let j = 0; j < count && j < MAX_TOKENS; j++) {
      const token = this.#tokens[j] ?? 0;
      const mark = this.#marks[token] ?? 0;
      this.#slotAt[j] = mark >= this.#firstMark ? mark - this.#firstMark : this.#newSlot(token);
    }
    return count;
  }

  tokenAt(j: number): LabelToken {
    const token = this.#known[this.#slotAt[j] ?? 0];
    if (token === undefined) throw new RangeError('a place of the label that was read');
    return token;
  }

  weightAt(j: number): number {
    return this.#weights[this.#slotAt[j] ?? 0] ?? 0;
  }

  /** How similar the token at a place of the label is to one of the query, 0–1. */
  similarity(j: number, i: number): number {
    return this.#similarities[(this.#slotAt[j] ?? 0) * MAX_TOKENS + i] ?? 0;
  }

  /** The greatest of its similarities. */
  best(j: number): number {
    return this.#best[this.#slotAt[j] ?? 0] ?? 0;
  }

  #newSlot(token: number): number {
    const slot = this.#count++;
    this.#marks[token] = this.#firstMark + slot;
    if (slot === this.#best.length) {
      this.#weights = grown(this.#weights);
      this.#best = grown(this.#best);
      this.#similarities = grown(this.#similarities);
    }
    const known = this.#labelToken(token);
    this.#known[slot] = known;
    this.#weights[slot] = this.#usual?.get(known.shape.text) ?? known.weight;
    let best = 0;
    for (let i = 0; i < this.#asked.length; i++) {
      const asked = this.#asked[i];
      const similarity = asked === undefined ? 0 : tokenSimilarity(asked, known.shape);
      this.#similarities[slot * MAX_TOKENS + i] = similarity;
      best = Math.max(best, similarity);
    }
    this.#best[slot] = best;
    return slot;
  }
}

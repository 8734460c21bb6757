import { grown } from '../../foundation/grown.js';
import type { LabelTable } from '../../search/label-table.js';
import { tokenSimilarity, type QueryToken } from './token-similarity.js';
import type { LabelToken, UsualTokens } from './token-weights.js';
import { MAX_TOKENS } from './word-bits.js';

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

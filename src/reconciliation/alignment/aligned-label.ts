import type { LabelTable } from '../../search/label-table.js';
import { weakenAtEnd, type QualifierAtEnd } from './qualifier.js';
import type { TokenSimilarities } from './token-similarities.js';
import type { LabelToken } from './token-weights.js';
import { MAX_TOKENS } from './word-bits.js';

/** The label of one row, as it is aligned with a query: its tokens, and what each weighs. */
export class AlignedLabel {
  readonly row: number;
  /** Tokens that are compared, `MAX_TOKENS` at most. */
  readonly count: number;
  readonly tokens: readonly LabelToken[];
  readonly weights: number[];
  /** Whether it has tokens that are not compared. */
  readonly isCut: boolean;
  /** Tokens of the qualifier at its end; 0 until `weakenQualifier`. */
  qualifierTokens = 0;
  readonly #labels: LabelTable;

  /** Cost: a look-up a token. */
  constructor(labels: LabelTable, row: number, similarities: TokenSimilarities) {
    this.#labels = labels;
    this.row = row;
    const read = similarities.read(row);
    this.count = Math.min(read, MAX_TOKENS);
    this.isCut = read > MAX_TOKENS;
    const tokens: LabelToken[] = [];
    const weights: number[] = [];
    for (let j = 0; j < this.count; j++) {
      tokens.push(similarities.tokenAt(j));
      weights.push(similarities.weightAt(j));
    }
    this.tokens = tokens;
    this.weights = weights;
  }

  /** What stands at the end of a label in brackets, and the years of a life, is mostly a qualifier that tells homonyms apart: it weighs less. */
  weakenQualifier(qualifierOf: (row: number) => QualifierAtEnd): void {
    if (this.count < 2 || this.isTransliteration()) return;
    const { words, footnote } = qualifierOf(this.row);
    this.qualifierTokens = words;
    weakenAtEnd(this.weights, this.count, words, footnote);
  }

  isTransliteration(): boolean {
    return this.#labels.isTransliteration(this.row);
  }

  text(): string {
    return this.#labels.textOf(this.row);
  }

  /** Cost: decoding it, as much as all the rest of a comparison. */
  folded(): string {
    return this.#labels.foldedOf(this.row);
  }
}

import type { Vocabulary } from '../../../search/label-table.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import { isLittleWord } from '../../../text/similarity/common-words.js';
import { MOST_WORDS_LOOKED_FOR } from './named-values.js';

/** Where words stand in one query; places are one bit each. Cost of making it: a look-up a word. */
export class QueryPlaces {
  readonly #words: readonly string[];
  readonly #ofWord = new Map<string, number>();
  readonly #ofToken = new Map<number, number>();
  readonly #littleTokens = new Set<number>();

  constructor({ tokens }: AnalysedLabel, vocabulary: Pick<Vocabulary, 'idOf'>) {
    this.#words = tokens.slice(0, MOST_WORDS_LOOKED_FOR);
    for (const [i, word] of this.#words.entries()) this.#ofWord.set(word, this.ofWord(word) | (1 << i));
    for (const [word, places] of this.#ofWord) {
      const token = vocabulary.idOf(word);
      if (token >= 0) this.#ofToken.set(token, places);
      if (isLittleWord(word)) this.#littleTokens.add(token);
    }
  }

  /** 0 for a word that the query lacks. */
  ofWord(word: string): number {
    return this.#ofWord.get(word) ?? 0;
  }

  /** The same for the number of a word in the vocabulary. */
  ofToken(token: number): number {
    return this.#ofToken.get(token) ?? 0;
  }

  isLittle(token: number): boolean {
    return this.#littleTokens.has(token);
  }

  /** All places of the words of a text; 0 where the query lacks one of them. */
  ofAllWords(words: readonly string[]): number {
    let all = 0;
    for (const word of words) {
      const places = this.ofWord(word);
      if (places === 0) return 0;
      all |= places;
    }
    return all;
  }

  /** The same words wherever else they stand in the query: "Bank of China, Beijing, China" names one that the label may well have. */
  everywhere(places: number): number {
    return this.#words.reduce((all, word, i) => ((places & (1 << i)) === 0 ? all : all | this.ofWord(word)), 0);
  }
}

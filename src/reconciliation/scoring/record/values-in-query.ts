import type { PropertyValue } from '../../../entities/property.js';
import { countBits } from '../../../foundation/count-bits.js';
import type { LabelTable, Vocabulary } from '../../../search/label-table.js';
import type { DatasetStatistics } from '../../dataset-statistics.js';
import { foldText } from '../properties/values/compare-texts.js';
import { regionNames } from './region-names.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import { isLittleWord } from '../../../text/similarity/common-words.js';
import { MOST_WORDS_LOOKED_FOR } from './named-values.js';

/** A value of more words is a description; of the description proper, single words are looked for, when it is short. */
const MOST_WORDS_OF_VALUE = 6;
const LONGEST_VALUE = 60;
const LONGEST_DESCRIPTION = 120;
const LEAST_LETTERS = 3;

/** The places of a query where what a record says stands, one bit each; 0 for nowhere. What is asked of the same value again costs a look-up. */
export class ValuesInQuery {
  readonly #statistics: DatasetStatistics;
  readonly #labels: LabelTable;
  readonly #places: QueryPlaces;
  readonly #texts = new Map<string, number>();
  readonly #entities = new Map<string, number>();

  constructor(statistics: DatasetStatistics, labels: LabelTable, places: QueryPlaces) {
    this.#statistics = statistics;
    this.#labels = labels;
    this.#places = places;
  }

  /** Where the query has all words of a value. A number is nowhere: see `placesOfYear`. */
  placesOf(value: PropertyValue): number {
    switch (value.kind) {
      case 'text':
        return this.placesOfText(value.text);
      case 'reference':
        return this.#placesOfEntity(value.id);
      case 'date':
        return this.placesOfYear(value.date.year);
      case 'integer':
      case 'number':
      case 'identifier':
      case 'boolean':
      case 'coordinates':
      case 'url':
        return 0;
    }
  }

  /** Where the query has all words of a text, or of the country that it is the code of. */
  placesOfText(text: string): number {
    if (text.length > LONGEST_VALUE) return 0;
    let places = this.#texts.get(text);
    if (places === undefined) {
      places = [text, ...regionNames(text)].map((name) => this.#placesOfWords(name)).reduce(larger, 0);
      this.#texts.set(text, places);
    }
    return places;
  }

  placesOfYear(year: number): number {
    return Number.isInteger(year) && year > 0 ? this.#places.ofWord(String(year)) : 0;
  }

  /** Where any word of a description stands. */
  placesInDescription(text: string): number {
    if (text.length > LONGEST_DESCRIPTION) return 0;
    let places = 0;
    for (const { text: word } of foldText(text).words) if (word.length >= LEAST_LETTERS) places |= this.#places.ofWord(word);
    return places;
  }

  /**
   * Of the names of an entity all of whose words, little ones apart, are among the open words of the query, the places of these words, most words first. A
   * name said twice is no other name.
   */
  placesOfNames(entity: number, open: number): readonly number[] {
    const [first, end] = this.#labels.rowsOf(entity);
    const held: number[] = [];
    for (let row = first; row < end; row++) {
      const places = this.#labels.isTransliteration(row) ? 0 : this.#placesOfName(this.#labels.tokenIdsOf(row), open);
      if (places !== 0) held.push(places);
    }
    return held.sort((a, b) => countBits(b) - countBits(a));
  }

  #placesOfName(tokens: Uint32Array, open: number): number {
    if (tokens.length > MOST_WORDS_OF_VALUE) return 0;
    let [held, isNew] = [0, false];
    for (const token of tokens) {
      const places = this.#places.ofToken(token);
      const isLittle = this.#places.isLittle(token);
      if ((places & open) === 0 && !isLittle) return 0;
      held |= places & open;
      isNew ||= !isLittle && (places & ~open) === 0;
    }
    return isNew ? held : 0;
  }

  #placesOfWords(text: string): number {
    const { words } = foldText(text);
    return words.length > MOST_WORDS_OF_VALUE ? 0 : this.#places.ofAllWords(words.map((word) => word.text));
  }

  /** By the longest name of the entity that the query has all of, or by what its identifier is the code of. */
  #placesOfEntity(id: string): number {
    const known = this.#entities.get(id);
    if (known !== undefined) return known;
    let best = regionNames(id).map((name) => this.#placesOfWords(name)).reduce(larger, 0);
    for (const { words } of this.#statistics.namesOf(id)) best = larger(best, this.#places.ofAllWords(words));
    this.#entities.set(id, best);
    return best;
  }
}

function larger(a: number, b: number): number {
  return countBits(b) > countBits(a) ? b : a;
}

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

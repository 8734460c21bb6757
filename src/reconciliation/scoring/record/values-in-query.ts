import type { PropertyValue } from '../../../entities/property.js';
import { countBits } from '../../../foundation/count-bits.js';
import type { LabelTable } from '../../../search/label-table.js';
import type { DatasetStatistics } from '../../dataset-statistics.js';
import { foldText } from '../properties/values/compare-texts.js';
import type { QueryPlaces } from './query-places.js';
import { regionNames } from './region-names.js';

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

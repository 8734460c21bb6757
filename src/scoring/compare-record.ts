import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { PropertyValue } from '../entities/property.js';
import { countBits } from '../foundation/count-bits.js';
import { ownValue } from '../foundation/own-value.js';
import type { LabelTable, Vocabulary } from '../search/label-table.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { regionNames } from '../text/region-names.js';
import { isStopWord } from '../text/similarity/common-words.js';
import type { DatasetStatistics } from './statistics.js';
import type { PropertyModel } from './scoring-model.js';

/*
 * "Paris, Texas", "Bach, Johann Sebastian, 1685-1750", "Hôpital Saint-Louis, Paris": what people write behind a name to
 * say which one they mean stands in the record of the entity, not in its name. Two of its names may also stand together:
 * "Bozen (Bolzano)", "World Trade Organization (WTO)".
 */

/** Words of the query that one value of the record has. */
export interface WordsInRecord {
  /** Words of the query, one bit each. */
  readonly words: number;
  /** `subdivision`, `type`, `description`, `other name`: where they stand. */
  readonly where: string;
}

/** Looks for the words of one query in many records; what is asked of the same value again costs a look-up. */
export interface WordFinder {
  /**
   * The parts of the record that hold words among `open` (bits of the query's words), each word once; `withNames`: other names of the
   * entity among them, of which the query must have all.
   */
  readonly find: (entity: Entity, open: number, withNames: boolean) => readonly WordsInRecord[];
  /** Of values named among these open words, one that the entity has otherwise: "Poland" of an entity whose country is Malaysia. */
  readonly otherwise: (entity: Entity, open: number) => WordsInRecord | undefined;
}

/** Cost of making it: a look-up a word. */
export function createWordFinder(
  dataset: Dataset,
  labels: LabelTable,
  statistics: DatasetStatistics,
  query: AnalysedLabel,
): WordFinder {
  const places = new QueryPlaces(query, labels.vocabulary);
  const values = new ValuesInQuery(statistics, labels, places);
  let named: readonly NamedValue[] | undefined; // until it is asked for

  function find(entity: Entity, open: number, withNames: boolean): readonly WordsInRecord[] {
    const found = new FoundWords(open);
    if (withNames)
      for (const words of values.placesOfNames(dataset.entities.ordinalOf(entity.id), open))
        found.takeWhole(words, 'other name');
    for (const property of dataset.properties) {
      if (found.left === 0) return found.words;
      const wordsOf = statistics.valuesOf(property.id)?.kind === 'year' ? wordsOfYear : wordsOfValue;
      for (const value of ownValue(entity.properties, property.id) ?? [])
        found.takeWhole(wordsOf(value), property.name);
    }
    for (const id of entity.types)
      if (found.left !== 0) found.takeWhole(values.placesOfText(dataset.types.get(id)?.name ?? id), 'type');
    if (found.left !== 0 && entity.description !== undefined)
      found.take(values.placesInDescription(entity.description), 'description');
    return found.words;
  }

  function wordsOfValue(value: PropertyValue): number {
    return values.placesOf(value);
  }

  /** Of a property whose numbers are years. */
  function wordsOfYear(value: PropertyValue): number {
    return value.kind === 'integer' || value.kind === 'number'
      ? values.placesOfYear(value.number)
      : values.placesOf(value);
  }

  function otherwise(entity: Entity, open: number): WordsInRecord | undefined {
    named ??= namedValues(dataset, statistics, query);
    for (const { property, words } of named) {
      if ((places.everywhere(words) & ~open) !== 0) continue;
      const said = ownValue(entity.properties, property) ?? [];
      if (said.length > 0 && said.every((value) => values.placesOf(value) === 0)) {
        return { words, where: dataset.properties.find(({ id }) => id === property)?.name ?? property };
      }
    }
    return undefined;
  }

  return { find, otherwise };
}

/** Words of a query that were found in a record, each once. */
class FoundWords {
  readonly words: WordsInRecord[] = [];
  /** Those that are not found yet, one bit each. */
  left: number;

  constructor(open: number) {
    this.left = open;
  }

  /** A value counts as a whole: of "New York", "new" alone says nothing. */
  takeWhole(words: number, where: string): void {
    if ((words & this.left) === words) this.take(words, where);
  }

  take(words: number, where: string): void {
    const own = words & this.left;
    if (own === 0) return;
    this.words.push({ words: own, where });
    this.left &= ~own;
  }
}

/** A value of more words is a description; of the description proper, single words are looked for, when it is short. */
const MAX_WORDS_OF_VALUE = 6;
const LONGEST_VALUE = 60;
const LONGEST_DESCRIPTION = 120;
const MIN_LETTERS = 3;

/** The places of a query where what a record says stands, one bit each; 0 for nowhere. What is asked of the same value again costs a look-up. */
class ValuesInQuery {
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

  /** Places of a value of which the query has all words; none for a number: see `placesOfYear`. */
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

  /** Places of a text, or of the country that it is the code of, if the query has all its words. */
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

  /** Places of any words of a description. */
  placesInDescription(text: string): number {
    if (text.length > LONGEST_DESCRIPTION) return 0;
    let places = 0;
    for (const word of analyseLabel(text).tokens) if (word.length >= MIN_LETTERS) places |= this.#places.ofWord(word);
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
    if (tokens.length > MAX_WORDS_OF_VALUE) return 0;
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
    const { tokens } = analyseLabel(text);
    return tokens.length > MAX_WORDS_OF_VALUE ? 0 : this.#places.ofAllWords(tokens);
  }

  /** By the longest name of the entity that the query has all of, or by what its identifier is the code of. */
  #placesOfEntity(id: string): number {
    const known = this.#entities.get(id);
    if (known !== undefined) return known;
    let best = regionNames(id)
      .map((name) => this.#placesOfWords(name))
      .reduce(larger, 0);
    for (const { words } of this.#statistics.namesOf(id)) best = larger(best, this.#places.ofAllWords(words));
    this.#entities.set(id, best);
    return best;
  }
}

function larger(a: number, b: number): number {
  return countBits(b) > countBits(a) ? b : a;
}

/** Places of words in one query, one bit each. Cost of making it: a look-up a word. */
class QueryPlaces {
  readonly #words: readonly string[];
  readonly #ofWord = new Map<string, number>();
  readonly #ofToken = new Map<number, number>();
  readonly #littleTokens = new Set<number>();

  constructor({ tokens }: AnalysedLabel, vocabulary: Pick<Vocabulary, 'idOf'>) {
    this.#words = tokens.slice(0, MAX_WORDS);
    for (const [i, word] of this.#words.entries()) this.#ofWord.set(word, this.ofWord(word) | (1 << i));
    for (const [word, places] of this.#ofWord) {
      const token = vocabulary.idOf(word);
      if (token >= 0) this.#ofToken.set(token, places);
      if (isStopWord(word)) this.#littleTokens.add(token);
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

/*
 * "Forest Research Institute, Poland" is not the institute of that name in Malaysia, and "Salem, Oregon" not the town in
 * Ohio: where a list says of nearly all its entities in which of a few countries or states they are, a query that names
 * another one speaks against them.
 */

/** Words of a query that are looked for in records: those that have a bit, but for the last, which is the sign of a number. */
const MAX_WORDS = 31;

/** A value by which the dataset divides its entities, standing by itself in the query. */
interface NamedValue {
  /** Id of the property. */
  readonly property: string;
  /** Words of the query, one bit each. */
  readonly words: number;
}

/** A property divides when this share of its values, or more, are among the frequent ones, and hardly an entity has two. */
const MIN_COVERED = 0.8;
const MAX_COVERED = 1.1;
const LONGEST_DIVIDING = 40;
const MIN_LETTERS_OF_KEY = 4;
/** Marks between the pieces of a text that each have a meaning of their own. */
const BREAK = /[,;:()[\]{}|/\n]|\s[-\u2010-\u2015]\s/u;
const HAS_DIGIT = /\p{Nd}/u;

interface ValueName {
  readonly property: string;
  readonly words: readonly string[];
}

/** First word of a name of a value → the names that begin so. */
type ValueNames = ReadonlyMap<string, readonly ValueName[]>;

const namesOfDatasets = new WeakMap<DatasetStatistics, ValueNames>();

/**
 * The values that stand by themselves in the query: as a piece between commas, brackets and the like, or at its end. Cost: a
 * look-up a word; the pieces are looked at only where a value is found. The names of all values are put together once a snapshot.
 */
export function namedValues(
  { properties }: Pick<Dataset, 'properties'>,
  statistics: DatasetStatistics,
  query: AnalysedLabel,
): readonly NamedValue[] {
  let names = namesOfDatasets.get(statistics);
  if (names === undefined) {
    names = namesOfValues(properties, statistics);
    namesOfDatasets.set(statistics, names);
  }
  if (names.size === 0 || query.tokens.length < 2 || query.tokens.length > MAX_WORDS) return [];
  const found: NamedValue[] = [];
  let pieces: readonly (readonly [number, number])[] | undefined;
  for (const [at, word] of query.tokens.entries()) {
    for (const { property, words } of names.get(word) ?? []) {
      if (!words.every((own, i) => query.tokens[at + i] === own)) continue;
      pieces ??= piecesOf(query);
      const end = at + words.length;
      if (pieces.some(([first, last]) => first === at && last === end) || pieces.at(-1)?.[1] === end)
        found.push({ property, words: (2 ** words.length - 1) << at });
    }
  }
  return found;
}

/** First and last words of the pieces of the query, without numbers at their ends; one piece where they cannot be told apart. */
function piecesOf(query: AnalysedLabel): readonly (readonly [number, number])[] {
  const pieces: (readonly [number, number])[] = [];
  let at = 0;
  for (const text of query.original.split(BREAK)) {
    const { tokens } = analyseLabel(text);
    let [first, last] = [at, at + tokens.length];
    at = last;
    while (last > first && HAS_DIGIT.test(query.tokens[last - 1] ?? '')) last--;
    while (first < last && HAS_DIGIT.test(query.tokens[first] ?? '')) first++;
    if (last > first) pieces.push([first, last]);
  }
  return at === query.tokens.length ? pieces : [[0, query.tokens.length]];
}

function namesOfValues(properties: Dataset['properties'], statistics: DatasetStatistics): ValueNames {
  const names = new Map<string, ValueName[]>();
  for (const { id, datatype } of properties) {
    const model = statistics.valuesOf(id);
    if (model === undefined || (datatype !== 'text' && datatype !== 'reference') || !divides(model)) continue;
    for (const key of Object.keys(model.frequent)) {
      const texts = datatype === 'text' ? regionNames(key.toUpperCase()) : namesOfEntity(statistics, key);
      for (const text of new Set(
        [...texts, ...(key.length >= MIN_LETTERS_OF_KEY && datatype === 'text' ? [key] : [])].map(
          (name) => analyseLabel(name).folded,
        ),
      )) {
        const words = text.split(' ');
        const [first = ''] = words;
        const known = names.get(first);
        if (known === undefined) names.set(first, [{ property: id, words }]);
        else known.push({ property: id, words });
      }
    }
  }
  return names;
}

function divides(model: PropertyModel): boolean {
  const covered = Object.values(model.frequent).reduce((sum, share) => sum + share, 0);
  return covered >= MIN_COVERED && covered <= MAX_COVERED && model.meanLength <= LONGEST_DIVIDING;
}

function namesOfEntity(statistics: DatasetStatistics, id: string): readonly string[] {
  const names = statistics.namesOf(id);
  return names.length === 0 ? regionNames(id) : names.map(({ text }) => text);
}

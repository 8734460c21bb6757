import type { Dataset } from '../../../entities/dataset.js';
import type { Entity } from '../../../entities/entity.js';
import type { PropertyValue } from '../../../entities/property.js';
import { countBits } from '../../../foundation/count-bits.js';
import { ownValue } from '../../../foundation/own-value.js';
import type { LabelTable } from '../../../search/label-table.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import { isLittleWord } from '../../../text/similarity/common-words.js';
import { MOST_WORDS_LOOKED_FOR, namedValues, type NamedValue } from './named-values.js';
import { regionNames } from './region-names.js';
import type { ScoringModel } from '../model/scoring-model.js';
import { foldText } from '../properties/values/compare-texts.js';

/*
 * "Paris, Texas", "Bach, Johann Sebastian, 1685-1750", "Hôpital Saint-Louis, Paris": what people write behind a name to
 * say which one they mean stands in the record of the entity, not in its name. Two of its names may also stand together:
 * "Bozen (Bolzano)", "World Trade Organization (WTO)".
 */

/** What one value of the record says of words of the query. */
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

/** A value of more words is a description; of the description proper, single words are looked for, when it is short. */
const MOST_WORDS_OF_VALUE = 6;
const LONGEST_VALUE = 60;
const LONGEST_DESCRIPTION = 120;
const LEAST_LETTERS = 3;

/** Cost of making it: a look-up a word. */
export function createWordFinder(dataset: Dataset, labels: LabelTable, scoring: ScoringModel, query: AnalysedLabel): WordFinder {
  const words = query.tokens.slice(0, MOST_WORDS_LOOKED_FOR);
  const placeOf = new Map<string, number>();
  words.forEach((word, i) => placeOf.set(word, (placeOf.get(word) ?? 0) | (1 << i)));
  const placeOfId = new Map<number, number>();
  const littleIds = new Set<number>();
  for (const [word, bits] of placeOf) {
    const id = labels.vocabulary.idOf(word);
    if (id >= 0) placeOfId.set(id, bits);
    if (isLittleWord(word)) littleIds.add(id);
  }
  let named: readonly NamedValue[] | undefined;
  const texts = new Map<string, number>();
  const targets = new Map<string, number>();

  /** Bits of the words of a text when the query has all of them, or of the country that it is the code of; else 0. */
  function wholeText(text: string): number {
    if (text.length > LONGEST_VALUE) return 0;
    let bits = texts.get(text);
    if (bits === undefined) {
      bits = [text, ...regionNames(text)].map(wordsOfText).reduce(larger, 0);
      texts.set(text, bits);
    }
    return bits;
  }

  function wordsOfText(text: string): number {
    const tokens = foldText(text).words;
    return tokens.length > MOST_WORDS_OF_VALUE ? 0 : allOf(tokens.length, (i) => placeOf.get(tokens[i]?.text ?? ''));
  }

  /** The same for the longest name of another entity that the query has all of, or for what its identifier is the code of. */
  function target(id: string): number {
    const known = targets.get(id);
    if (known !== undefined) return known;
    let best = regionNames(id).map(wordsOfText).reduce(larger, 0);
    const ordinal = dataset.entities.ordinalOf(id);
    if (ordinal >= 0) {
      const [first, end] = labels.rowsOf(ordinal);
      for (let row = first; row < end; row++) {
        const tokens = labels.tokenIdsOf(row);
        const bits = allOf(tokens.length, (i) => placeOfId.get(tokens[i] ?? -1));
        best = larger(best, bits);
      }
    }
    targets.set(id, best);
    return best;
  }

  function year(value: number): number {
    return Number.isInteger(value) && value > 0 ? (placeOf.get(String(value)) ?? 0) : 0;
  }

  function wordsOf(value: PropertyValue, years: boolean): number {
    switch (value.kind) {
      case 'text':
        return wholeText(value.text);
      case 'reference':
        return target(value.id);
      case 'date':
        return year(value.date.year);
      case 'integer':
      case 'number':
        return years ? year(value.number) : 0;
      case 'identifier':
      case 'boolean':
      case 'coordinates':
      case 'url':
        return 0;
    }
  }

  function wordsOfDescription(text: string): number {
    if (text.length > LONGEST_DESCRIPTION) return 0;
    let bits = 0;
    for (const { text: word } of foldText(text).words) if (word.length >= LEAST_LETTERS) bits |= placeOf.get(word) ?? 0;
    return bits;
  }

  /**
   * The names of the entity all of whose words, little ones apart, are among the open words of the query: the bits of these words, most words
   * first. A name said twice is no other name.
   */
  function wholeNames(entity: Entity, open: number): readonly number[] {
    const [first, end] = labels.rowsOf(dataset.entities.ordinalOf(entity.id));
    const held: number[] = [];
    for (let row = first; row < end; row++) {
      if (labels.isTransliteration(row)) continue;
      const tokens = labels.tokenIdsOf(row);
      let [bits, isNew] = [0, false];
      for (let i = 0; i < tokens.length && tokens.length <= MOST_WORDS_OF_VALUE; i++) {
        const places = placeOfId.get(tokens[i] ?? -1) ?? 0;
        const isLittle = littleIds.has(tokens[i] ?? -1);
        if ((places & open) === 0 && !isLittle) {
          bits = 0;
          break;
        }
        bits |= places & open;
        isNew ||= !isLittle && (places & ~open) === 0;
      }
      if (isNew && bits !== 0) held.push(bits);
    }
    return held.sort((a, b) => countBits(b) - countBits(a));
  }

  function find(entity: Entity, open: number, withNames: boolean): readonly WordsInRecord[] {
    const found: WordsInRecord[] = [];
    let left = open;
    const take = (bits: number, where: string, whole: boolean): void => {
      // A value counts as a whole: of "New York", "new" alone says nothing.
      const own = whole && (bits & left) !== bits ? 0 : bits & left;
      if (own === 0) return;
      found.push({ words: own, where });
      left &= ~own;
    };
    if (withNames) for (const bits of wholeNames(entity, open)) take(bits, 'other name', true);
    for (const property of dataset.properties) {
      if (left === 0) return found;
      const years = ownValue(scoring.properties, property.id)?.years === true;
      for (const value of ownValue(entity.properties, property.id) ?? []) take(wordsOf(value, years), property.name, true);
    }
    for (const id of entity.types) if (left !== 0) take(wholeText(dataset.types.get(id)?.name ?? id), 'type', true);
    if (left !== 0 && entity.description !== undefined) take(wordsOfDescription(entity.description), 'description', false);
    return found;
  }

  /** The same words wherever else they stand in the query: "Bank of China, Beijing, China" names one that the label may well have. */
  function everywhere(bits: number): number {
    return words.reduce((all, word, i) => ((bits & (1 << i)) === 0 ? all : all | (placeOf.get(word) ?? 0)), 0);
  }

  function otherwise(entity: Entity, open: number): WordsInRecord | undefined {
    named ??= namedValues(dataset, labels, scoring, query);
    for (const { property, words: own } of named) {
      if ((everywhere(own) & ~open) !== 0) continue;
      const values = ownValue(entity.properties, property) ?? [];
      if (values.length > 0 && values.every((value) => wordsOf(value, false) === 0)) {
        return { words: own, where: dataset.properties.find(({ id }) => id === property)?.name ?? property };
      }
    }
    return undefined;
  }

  return { find, otherwise };
}

function allOf(count: number, bitsOf: (i: number) => number | undefined): number {
  let all = 0;
  for (let i = 0; i < count; i++) {
    const bits = bitsOf(i);
    if (bits === undefined) return 0;
    all |= bits;
  }
  return all;
}

function larger(a: number, b: number): number {
  return countBits(b) > countBits(a) ? b : a;
}

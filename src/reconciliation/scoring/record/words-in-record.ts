import type { Dataset } from '../../../entities/dataset.js';
import type { Entity } from '../../../entities/entity.js';
import type { PropertyValue } from '../../../entities/property.js';
import { ownValue } from '../../../foundation/own-value.js';
import type { LabelTable } from '../../../search/label-table.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import type { DatasetStatistics } from '../../dataset-statistics.js';
import { namedValues, type NamedValue } from './named-values.js';
import { QueryPlaces, ValuesInQuery } from './values-in-query.js';

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

/** Cost of making it: a look-up a word. */
export function createWordFinder(dataset: Dataset, labels: LabelTable, statistics: DatasetStatistics, query: AnalysedLabel): WordFinder {
  const places = new QueryPlaces(query, labels.vocabulary);
  const values = new ValuesInQuery(statistics, labels, places);
  let named: readonly NamedValue[] | undefined; // until somebody asks

  function find(entity: Entity, open: number, withNames: boolean): readonly WordsInRecord[] {
    const found = new FoundWords(open);
    if (withNames) for (const words of values.placesOfNames(dataset.entities.ordinalOf(entity.id), open)) found.takeWhole(words, 'other name');
    for (const property of dataset.properties) {
      if (found.left === 0) return found.words;
      const wordsOf = statistics.valuesOf(property.id)?.numbers === 'years' ? wordsOfYear : wordsOfValue;
      for (const value of ownValue(entity.properties, property.id) ?? []) found.takeWhole(wordsOf(value), property.name);
    }
    for (const id of entity.types) if (found.left !== 0) found.takeWhole(values.placesOfText(dataset.types.get(id)?.name ?? id), 'type');
    if (found.left !== 0 && entity.description !== undefined) found.take(values.placesInDescription(entity.description), 'description');
    return found.words;
  }

  function wordsOfValue(value: PropertyValue): number {
    return values.placesOf(value);
  }

  /** Of a property whose numbers are years. */
  function wordsOfYear(value: PropertyValue): number {
    return value.kind === 'integer' || value.kind === 'number' ? values.placesOfYear(value.number) : values.placesOf(value);
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
  /** Those that nobody has found yet, one bit each. */
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

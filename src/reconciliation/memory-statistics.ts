import type { Dataset } from '../entities/dataset.js';
import { findEntity } from '../entities/entity-store.js';
import { ownValue } from '../foundation/own-value.js';
import type { LabelTable } from '../search/label-table.js';
import type { DatasetStatistics, WordFrequencies, WordSeparation, WordStatistics } from './dataset-statistics.js';
import type { PropertyValueIndex } from './property-value-index.js';
import type { ScoringModel } from './scoring/model/scoring-model.js';

/** The parts of a snapshot that its statistics come from. */
export interface StatisticsSource {
  readonly dataset: Dataset;
  readonly labels: LabelTable;
  readonly propertyValues: PropertyValueIndex;
  readonly scoring: ScoringModel;
}

/** The statistics of a dataset in memory. Cost: constant; the maps of words are filled when first asked for. */
export function memoryStatistics({ dataset, labels, propertyValues, scoring }: StatisticsSource): DatasetStatistics {
  const { entities } = dataset;
  return {
    ...wordStatistics(wordFrequencies(labels, entities.size), scoring),
    usualNameWeight: scoring.usualNameWeight,
    valuesOf: (property) => ownValue(scoring.properties, property),
    entitiesWith: (property, value, most) => propertyValues.entitiesWith(property, value, most).length,
    isNameOf: (folded, types) => labels.rowsWithFolded(folded).some((row) => types.length === 0 || entities.typesOf(labels.entityOf(row)).some((type) => types.includes(type))),
    entityWithId: (id) => findEntity(entities, id),
    namesOf: (id) => {
      const entity = entities.ordinalOf(id);
      const [first, end] = entity < 0 ? [0, 0] : labels.rowsOf(entity);
      return Array.from({ length: end - first }, (_, i) => ({ text: labels.textOf(first + i), words: labels.tokensOf(first + i) }));
    },
  };
}

/** How many entities have a word, from the vocabulary of their names. */
export function wordFrequencies({ vocabulary, rowCount }: LabelTable, entityCount: number): WordFrequencies {
  return { entityCount, labelCount: rowCount, isKnown: (word) => vocabulary.idOf(word) >= 0, idfOf: (word) => vocabulary.weightOf(vocabulary.idOf(word)) };
}

/** The part of them that is known before the rest of the scoring model is estimated. */
export function wordStatistics(frequencies: WordFrequencies, { wording, wordsOfTypes }: Pick<ScoringModel, 'wording' | 'wordsOfTypes'>): WordStatistics {
  const exchanged = onDemand(() => exchangesByWord(wording.exchanged));
  const leftOut = onDemand(() => new Map(wording.leftOut));
  const apart = onDemand(() => new Map(wording.apart.map(([word, anywhere, between]): readonly [string, WordSeparation] => [word, { anywhere, between }])));
  return {
    ...frequencies,
    exchangesOf: (word) => exchanged().get(word),
    leftOutShareOf: (word) => leftOut().get(word) ?? 0,
    separationOf: (word) => apart().get(word),
    usualSeparation: { anywhere: wording.usuallyApart, between: wording.usuallyApartBetween },
    usualWordsOfType: (type) => ownValue(wordsOfTypes, type),
  };
}

function onDemand<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function exchangesByWord(exchanged: ScoringModel['wording']['exchanged']): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const byWord = new Map<string, Map<string, number>>();
  const add = (from: string, to: string, believed: number): void => {
    let known = byWord.get(from);
    if (known === undefined) {
      known = new Map<string, number>();
      byWord.set(from, known);
    }
    known.set(to, believed);
  };
  for (const [a, b, believed] of exchanged) {
    add(a, b, believed);
    add(b, a, believed);
  }
  return byWord;
}

import { createTypeHierarchy } from '../entities/type-hierarchy.js';
import { ownValue } from '../foundation/own-value.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import {
  type DatasetStatistics,
  nearnessStatistics,
  type WordFrequencies,
  wordStatistics,
} from '../scoring/statistics.js';
import { keyAskedFor, keyInProperty, type PropertyValueIndex } from '../scoring/property-values.js';
import type { CandidateIndex } from '../search/candidate-index.js';
import type { LabelTable } from '../search/label-table.js';
import { wordWeight } from '../search/words/word-weight.js';
import { completeElsewhere, completeNearlyElsewhere } from './complete-elsewhere.js';
import { NONE, type Contents } from './contents.js';
import type { DatasetSettings } from './dataset-settings.js';
import type { PlacedEntity } from './placed-entity.js';
import { allEntities, countEntities, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';
import { homonymsOf, retrieveElsewhere } from './retrieve-elsewhere.js';
import { createSlice, type Slice, type WeightOf } from './slice.js';
import { entitiesKnown, sliceStore, typeSetsOf, type TypeSets } from './slice-store.js';
import { termKey } from './term-key.js';
import { frequencies, neighboursIn, wholeIndex, wordsPlanned } from './words-elsewhere.js';

/** What of a dataset in the cluster is at hand: made once, and shared by all readers. */
export interface DatasetAtHand {
  readonly settings: DatasetSettings;
  readonly types: DatasetSnapshot['dataset']['types'];
  readonly sets: TypeSets;
  readonly words: Pick<DatasetStatistics, 'exchangesOf' | 'separationOf' | 'usualSeparation' | 'usualWordsOfType'>;
  /** Entities that are asked for by their words. */
  readonly depth: number;
}

/** Cost: the words of the scoring model. */
export function datasetAtHand(settings: DatasetSettings, depth: number): DatasetAtHand {
  return {
    settings,
    types: createTypeHierarchy(settings.facts.types),
    sets: typeSetsOf(settings),
    words: wordStatistics(NO_WORDS, settings.scoring),
    depth,
  };
}

/** The words of the dataset are not at hand. */
const NO_WORDS: WordFrequencies = { entityCount: 0, labelCount: 0, isKnown: () => false, idfOf: () => 0 };

/** The dataset as a snapshot over what the reader was told; what it asks and is not known is noted in `contents`. Cost: making a slice of the entities told. */
export function clusterSnapshot(at: DatasetAtHand, contents: Contents): DatasetSnapshot {
  const { settings, depth } = at;
  const { facts, scoring, entityCount } = settings;
  const frequencyOf = frequencies(contents);
  const unknown = Math.fround(wordWeight(entityCount, 1));
  // Rounded as in the sections of a dataset in memory.
  const weightOf: WeightOf = (word) => {
    const entities = word === undefined ? 0 : frequencyOf(word);
    return entities === 0 ? unknown : Math.fround(wordWeight(entityCount, entities));
  };
  const slice = sliceOf(contents, weightOf);
  const dataset = {
    metadata: facts.metadata,
    types: at.types,
    properties: facts.properties,
    entities: sliceStore(slice, contents, { entityCount, sets: at.sets }),
  };
  const found = (body: SearchBody): readonly PlacedEntity[] => contents.searches.ask(body) ?? [];
  const labels: LabelTable = {
    ...slice.labels,
    rowsWithFolded: (folded) => {
      const having = new Set(found(homonymsOf(folded)).map(({ record }) => slice.ordinalOf(record.id)));
      return slice.labels.rowsWithFolded(folded).filter((row) => having.has(slice.labels.entityOf(row)));
    },
  };
  const index = (): CandidateIndex =>
    slice.candidateIndex((own) => wholeIndex(contents, own, neighboursIn(contents), { entityCount, frequencyOf }));
  const part = {
    contents,
    entityCount,
    weightOf,
    frequencyOf,
    usualWeight: scoring.usualNameWeight,
    depth,
    index,
    ordinalOf: slice.ordinalOf,
  };
  const propertyValues: PropertyValueIndex = {
    entitiesWith: (property, value, most) => {
      const filter = valueFilter(property, value);
      if (filter === undefined || !isAtMost(contents, filter, most)) return [];
      return found(allEntities(filter, most, 'source'))
        .map(({ record }) => slice.ordinalOf(record.id))
        .filter((ordinal) => ordinal >= 0)
        .sort((a, b) => a - b);
    },
  };
  return {
    id: settings.snapshot,
    dataset,
    candidateIndex: { name: 'cluster', labels, retrieve: (request) => retrieveElsewhere(part, request) },
    prefixIndex: {
      complete: (request) => completeElsewhere({ contents, slice, index: slice.prefixIndex() }, request),
      completeNearly: (request) => completeNearlyElsewhere({ contents, slice, index: slice.prefixIndex() }, request),
    },
    propertyValues,
    scoring,
    statistics: statisticsElsewhere(at, contents, weightOf),
    ...(facts.metadata.tuning !== undefined && { tuning: facts.metadata.tuning }),
  };
}

/** The entities that the reader was told, with the words that they were looked for by; what was made of as many before is the same. */
function sliceOf(contents: Contents, weightOf: WeightOf): Slice {
  const entities = entitiesKnown(contents);
  const words = wordsPlanned(contents);
  const madeOf = `${String(entities.length)} ${String(words.size)}`;
  if (contents.slice?.madeOf === madeOf) return contents.slice.slice;
  const missed = contents.words.misses;
  const slice = createSlice(entities, words, weightOf);
  contents.slice = contents.words.misses === missed ? { slice, madeOf } : undefined;
  return slice;
}

function statisticsElsewhere(
  { settings, words }: DatasetAtHand,
  contents: Contents,
  weightOf: WeightOf,
): DatasetStatistics {
  const { scoring, entityCount, labelCount } = settings;
  const referredTo = (id: string): PlacedEntity | undefined => {
    const found = id === '' ? undefined : contents.referredTo.ask(id);
    return found === NONE ? undefined : found;
  };
  return {
    ...words,
    entityCount,
    labelCount,
    isKnown: (word) => word !== '' && (contents.words.ask(word) ?? 0) > 0,
    idfOf: (word) => {
      if (word !== '') contents.words.ask(word);
      return weightOf(word === '' ? undefined : word);
    },
    usualNameWeight: scoring.usualNameWeight,
    ...nearnessStatistics(scoring),
    valuesOf: (property) => ownValue(scoring.properties, property),
    entitiesWith: (property, value, most) => {
      const filter = valueFilter(property, value);
      const count = filter === undefined ? 0 : counted(contents, filter, most);
      return count > most ? 0 : count;
    },
    isNameOf: (folded, types) =>
      counted(
        contents,
        [
          { term: { names: termKey(folded) } },
          ...(types.length === 0 ? [] : [{ terms: { types: types.map(termKey) } }]),
        ],
        1,
      ) > 0,
    entityWithId: (id) => referredTo(id)?.record,
    namesOf: (id) =>
      (referredTo(id)?.rows ?? []).map(({ label, text }, i, rows) => ({
        text: text === '' ? (rows[i - 1]?.text ?? '') : text,
        words: label.tokens,
      })),
  };
}

function valueFilter(
  property: Parameters<PropertyValueIndex['entitiesWith']>[0],
  value: Parameters<PropertyValueIndex['entitiesWith']>[1],
): readonly Clause[] | undefined {
  const key = keyAskedFor(property, value);
  return key === undefined || key === '' ? undefined : [{ term: { values: termKey(keyInProperty(property.id, key)) } }];
}

function isAtMost(contents: Contents, filter: readonly Clause[], most: number): boolean {
  const count = counted(contents, filter, most);
  return count > 0 && count <= most;
}

/** 0 as long as it is not known. */
function counted({ counts }: Contents, filter: readonly Clause[], most: number): number {
  return counts.ask(countEntities(filter, most)) ?? 0;
}

import { defined } from '../foundation/defined.js';
import { createTypeHierarchy } from '../entities/type-hierarchy.js';
import { ownValue } from '../foundation/own-value.js';
import type { Sections } from '../foundation/sections.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { type DatasetStatistics, nearnessStatistics, wordStatistics } from '../scoring/statistics.js';
import { keyAskedFor, keyInProperty, type PropertyValueIndex } from '../scoring/property-values.js';
import type { LabelTable } from '../search/label-table.js';
import type { CompiledEntity } from './compiled-entity.js';
import { completeInCluster, completeNearlyInCluster } from './complete-in-cluster.js';
import { lacksAnything, NONE, type Contents } from './contents.js';
import type { DatasetSettings } from './dataset-settings.js';
import { allEntities, countEntities, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';
import { homonymsOf, retrieveInCluster } from './retrieve-in-cluster.js';
import { createSlice, type Slice } from './slice.js';
import { entitiesKnown, sliceStore, typeSetsOf, type TypeSets } from './slice-store.js';
import { termKey } from './term-key.js';
import { attachWordsAtHand, type WordsAtHand } from './words-at-hand.js';

/** Data of a dataset in the cluster that one thread holds: made once, and shared by all readers. */
interface DatasetAtHand {
  readonly settings: DatasetSettings;
  readonly types: DatasetSnapshot['dataset']['types'];
  readonly sets: TypeSets;
  readonly words: WordsAtHand;
  /** Statistics that need no request. */
  readonly known: Omit<DatasetStatistics, 'entitiesWith' | 'isNameOf' | 'isNameOfMore' | 'entityWithId' | 'namesOf'>;
  /** Entities that are asked for by their words. */
  readonly depth: number;
}

/** `words`: the sections that `fetchWords` gave. Cost: the words of the scoring model. */
export function datasetAtHand(settings: DatasetSettings, sections: Sections, depth: number): DatasetAtHand {
  const { scoring } = settings;
  const words = attachWordsAtHand(sections, settings);
  return {
    settings,
    types: createTypeHierarchy(settings.facts.types),
    sets: typeSetsOf(settings),
    words,
    known: {
      ...wordStatistics(words.frequencies, scoring),
      usualNameWeight: scoring.usualNameWeight,
      ...nearnessStatistics(scoring),
      valuesOf: (property) => ownValue(scoring.properties, property),
    },
    depth,
  };
}

/** The dataset as a snapshot over what the reader was told; what it asks and is not known is noted in `contents`. Cost: making a slice of the entities told. */
export function clusterSnapshot(at: DatasetAtHand, contents: Contents): DatasetSnapshot {
  const { settings, words, depth } = at;
  const { facts, scoring, entityCount } = settings;
  const slice = sliceOf(contents, words);
  const dataset = {
    metadata: facts.metadata,
    types: at.types,
    properties: facts.properties,
    entities: sliceStore(slice, contents, { entityCount, sets: at.sets }),
  };
  const found: Find = (body) => contents.searches.ask(body) ?? [];
  const labels: LabelTable = {
    ...slice.labels,
    rowsWithFolded: (folded) => {
      const having = new Set(found(homonymsOf(folded)).map(({ id }) => slice.ordinalOf(id)));
      return slice.labels.rowsWithFolded(folded).filter((row) => having.has(slice.labels.entityOf(row)));
    },
  };
  return {
    id: settings.snapshot,
    dataset,
    candidateIndex: {
      name: 'cluster',
      labels,
      retrieve: (request) => retrieveInCluster({ contents, words, slice, depth }, request),
    },
    prefixIndex: {
      complete: (request) => completeInCluster({ contents, slice, index: slice.prefixIndex() }, request),
      completeNearly: (request) =>
        completeNearlyInCluster({ contents, slice, index: slice.prefixIndex() }, request, words),
    },
    propertyValues: propertyValuesIn(contents, slice, found),
    scoring,
    statistics: statisticsInCluster(at, contents),
    requireContents: () => {
      if (lacksAnything(contents)) throw new RangeError('contents that have still to be fetched');
    },
    ...defined({ tuning: facts.metadata.tuning }),
  };
}

type Find = (body: SearchBody) => readonly CompiledEntity[];

function propertyValuesIn(contents: Contents, slice: Slice, found: Find): PropertyValueIndex {
  return {
    entitiesWith: (property, value, most) => {
      const filter = valueFilter(property, value);
      if (filter === undefined || !isAtMost(contents, filter, most)) return [];
      return found(allEntities(filter, most, 'source'))
        .map(({ id }) => slice.ordinalOf(id))
        .filter((ordinal) => ordinal >= 0)
        .sort((a, b) => a - b);
    },
  };
}

/** The entities that the reader was told of; what was made of as many before is the same. */
function sliceOf(contents: Contents, words: WordsAtHand): Slice {
  const entities = entitiesKnown(contents);
  if (contents.slice?.entities.length !== entities.length) contents.slice = createSlice(entities, words);
  return contents.slice;
}

function statisticsInCluster({ known }: DatasetAtHand, contents: Contents): DatasetStatistics {
  const referredTo = (id: string): CompiledEntity | undefined => {
    const found = id === '' ? undefined : contents.referredTo.ask(id);
    return found === NONE ? undefined : found;
  };
  return {
    ...known,
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
    isNameOfMore: (folded, than) => counted(contents, [{ term: { names: termKey(folded) } }], than) > than,
    entityWithId: (id) => referredTo(id)?.record(),
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

import { attachEntityStore, PackedEntityStoreBuilder } from '../../src/entities/packed-entity-store.js';
import type { Entity } from '../../src/entities/entity.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import type { RetrievalRequest, RetrievalResult } from '../../src/search/candidate-index.js';
import { attachLabelTable } from '../../src/search/attach-label-table.js';
import { buildSearchSections } from '../../src/search/build-search-index.js';

/*
 * The candidates of one query as a dataset of their own. Entities, labels and words have numbers of their own there; all that is known of the rest of the
 * dataset are its statistics. What was retrieved is given again, as an index elsewhere would give it.
 */

/** A label that was retrieved: the identifier of its entity, and the place of the label among those of the entity. */
interface RetrievedName {
  readonly id: string;
  readonly place: number;
  readonly selection: number;
}

interface Retrieval {
  readonly text: string;
  readonly labels: readonly RetrievedName[];
  readonly statistics: RetrievalResult['statistics'];
}

/** A snapshot that notes what is retrieved from it. */
export interface WatchedSnapshot {
  readonly snapshot: DatasetSnapshot;
  /** Begins the next query. */
  readonly forget: () => void;
  /** How many entities were retrieved since then. */
  readonly retrieved: () => number;
  /** These entities as a dataset of their own. */
  readonly slice: () => DatasetSnapshot;
}

export function watchRetrieval(whole: DatasetSnapshot): WatchedSnapshot {
  const { dataset, candidateIndex, propertyValues } = whole;
  const { labels } = candidateIndex;
  let entities = new Set<number>();
  let retrievals: Retrieval[] = [];
  const note = (entity: number): number => {
    if (entity >= 0) entities.add(entity);
    return entity;
  };
  const retrieve = (request: RetrievalRequest): RetrievalResult => {
    const found = candidateIndex.retrieve(request);
    const names = found.labels.map(({ row, entity, selection }) => ({
      id: dataset.entities.idOf(note(entity)),
      place: row - labels.rowsOf(entity)[0],
      selection,
    }));
    retrievals.push({ text: request.label.original, labels: names, statistics: found.statistics });
    return found;
  };
  const rowsWithFolded = (folded: string): readonly number[] => {
    const rows = labels.rowsWithFolded(folded);
    for (const row of rows) note(labels.entityOf(row));
    return rows;
  };
  const snapshot: DatasetSnapshot = {
    ...whole,
    dataset: { ...dataset, entities: { ...dataset.entities, ordinalOf: (id) => note(dataset.entities.ordinalOf(id)) } },
    candidateIndex: { name: candidateIndex.name, labels: { ...labels, rowsWithFolded }, retrieve },
    propertyValues: {
      entitiesWith: (property, value, most) => propertyValues.entitiesWith(property, value, most).map(note),
    },
  };
  return {
    snapshot,
    forget: () => {
      entities = new Set();
      retrievals = [];
    },
    retrieved: () => entities.size,
    slice: () =>
      sliceOf(
        whole,
        [...entities].sort((a, b) => a - b),
        retrievals,
      ),
  };
}

function sliceOf(
  whole: DatasetSnapshot,
  ordinals: readonly number[],
  retrievals: readonly Retrieval[],
): DatasetSnapshot {
  const builder = new PackedEntityStoreBuilder();
  // Through JSON, as records travel.
  for (const ordinal of ordinals)
    builder.add(JSON.parse(JSON.stringify(whole.dataset.entities.entity(ordinal))) as Entity); // written from an entity
  const entities = attachEntityStore(builder.finish());
  const labels = attachLabelTable(buildSearchSections(entities));
  const { typesOf } = whole.dataset.entities;
  const inSlice = new Map(ordinals.map((ordinal, i) => [ordinal, i]));
  let next = 0;
  const retrieve = ({ label }: RetrievalRequest): RetrievalResult => {
    const given = retrievals[next++];
    if (given?.text !== label.original) throw new Error(`"${label.original}" was not looked for in the whole dataset`);
    const found = given.labels.map(({ id, place, selection }) => {
      const entity = entities.ordinalOf(id);
      return { row: labels.rowsOf(entity)[0] + place, entity, selection };
    });
    return { labels: found, statistics: given.statistics };
  };
  return {
    ...whole,
    dataset: { ...whole.dataset, entities: { ...entities, typesOf: (entity) => typesOf(ordinals[entity] ?? -1) } },
    candidateIndex: { name: whole.candidateIndex.name, labels, retrieve },
    propertyValues: {
      entitiesWith: (property, value, most) =>
        whole.propertyValues.entitiesWith(property, value, most).map((entity) => inSlice.get(entity) ?? -1),
    },
  };
}

import type { Entity } from '../entities/entity.js';
import type { EntityStore } from '../entities/entity-store.js';
import type { Deadline } from '../foundation/deadline.js';
import { idOfEntity } from './document-of-entity.js';
import { unavailable } from './fill-contents.js';
import type { IndexNames } from './index-names.js';
import { readEntityDocument } from './read-documents.js';
import { hasFailed, type SearchCluster } from './search-cluster.js';
import { typeSetsOf } from './slice-store.js';
import type { DatasetSettings } from './dataset-settings.js';

/** Entities of a dataset in the cluster that were fetched one by one, by their ordinals in the whole dataset. */
export interface FetchedEntities {
  /** What it is asked for must have been fetched; an identifier that was not has the ordinal -1. */
  readonly store: EntityStore;
  /** Fetches those that are not there yet; identifiers that the dataset lacks are passed over. Rejects with `search-cluster-unavailable`. */
  readonly fetchIds: (ids: Iterable<string>, deadline: Deadline) => Promise<void>;
  /** The same by ordinals: these stay. Cost: in the cluster, a look at the place of each entity. */
  readonly fetchOrdinals: (ordinals: Iterable<number>, deadline: Deadline) => Promise<void>;
}

/** Identifiers, and ordinals, in one request. */
const MAX_IDS = 2_000;
const MAX_ORDINALS = 5_000;
/** Entities fetched by identifiers that are kept: the candidates of all that is asked at once, many times over. */
const MAX_KEPT = 200_000;

/** Nothing is fetched yet. */
export function createFetchedEntities(
  cluster: SearchCluster,
  { entities: index }: IndexNames,
  settings: DatasetSettings,
): FetchedEntities {
  const sets = typeSetsOf(settings);
  const byOrdinal = new Map<number, Entity>();
  const ordinals = new Map<string, number>();
  /** In the order in which they were last wanted. */
  const passing = new Map<string, number>();

  function add(source: unknown): number {
    const { position, record } = readEntityDocument(source);
    byOrdinal.set(position, record);
    ordinals.set(record.id, position);
    return position;
  }

  function forgetOldest(): void {
    for (const [id, ordinal] of passing) {
      if (passing.size <= MAX_KEPT) return;
      passing.delete(id);
      ordinals.delete(id);
      byOrdinal.delete(ordinal);
    }
  }

  async function fetchIds(ids: Iterable<string>, deadline: Deadline): Promise<void> {
    const wanted = new Set(ids);
    for (const id of wanted) {
      const ordinal = passing.get(id);
      if (ordinal !== undefined) {
        passing.delete(id);
        passing.set(id, ordinal);
      }
    }
    const lacking = [...wanted].filter((id) => id !== '' && !ordinals.has(id));
    for (let from = 0; from < lacking.length; from += MAX_IDS) {
      const found = await cluster.get(index, lacking.slice(from, from + MAX_IDS).map(idOfEntity), deadline);
      if (hasFailed(found)) throw unavailable(found);
      for (const [i, source] of found.entries())
        if (source !== undefined) passing.set(lacking[from + i] ?? '', add(source));
    }
    forgetOldest();
  }

  async function fetchOrdinals(wanted: Iterable<number>, deadline: Deadline): Promise<void> {
    const all = new Set(wanted);
    for (const ordinal of all) passing.delete(byOrdinal.get(ordinal)?.id ?? '');
    const lacking = [...all].filter((ordinal) => !byOrdinal.has(ordinal));
    for (let from = 0; from < lacking.length; from += MAX_ORDINALS) {
      const some = lacking.slice(from, from + MAX_ORDINALS);
      const [found] = await cluster.search(
        index,
        [{ size: some.length, track_total_hits: false, query: { bool: { filter: [{ terms: { position: some } }] } } }],
        deadline,
      );
      if (found === undefined || hasFailed(found)) throw unavailable(found ?? { fault: 'nothing came back' });
      for (const { source } of found.hits) add(source);
    }
  }

  const recordOf = (ordinal: number): Entity => {
    const record = byOrdinal.get(ordinal);
    if (record === undefined) throw new RangeError(`the entity ${String(ordinal)} was not fetched`);
    return record;
  };
  return {
    store: {
      size: settings.entityCount,
      ordinalOf: (id) => ordinals.get(id) ?? -1,
      idOf: (ordinal) => recordOf(ordinal).id,
      nameOf: (ordinal) => recordOf(ordinal).name,
      typesOf: (ordinal) => recordOf(ordinal).types,
      typeSetOf: (ordinal) => sets.numberOf(recordOf(ordinal).types),
      typeSets: sets.typeSets,
      typeSetCounts: () => sets.counts,
      prominenceOf: (ordinal) => recordOf(ordinal).prominence,
      descriptionOf: (ordinal) => recordOf(ordinal).description,
      entity: recordOf,
    },
    fetchIds,
    fetchOrdinals,
  };
}

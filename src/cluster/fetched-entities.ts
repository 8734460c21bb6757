import { LRUCache } from 'lru-cache';
import type { EntityStore } from '../entities/entity-store.js';
import type { Deadline } from '../foundation/deadline.js';
import { unavailable } from './cluster-faults.js';
import { readCompiled, type CompiledEntity } from './compiled-entity.js';
import type { IndexNames } from './index-names.js';
import { allEntities, withIds } from './questions.js';
import { hasFailed, type SearchBody, type SearchCluster } from './search-cluster.js';
import { typeSetsOf } from './slice-store.js';
import type { DatasetSettings } from './dataset-settings.js';

/** Entities of a dataset in the cluster that were fetched one by one, by their ordinals in the whole dataset. */
interface FetchedEntities {
  /** Entities that were fetched; another identifier has the ordinal -1. */
  readonly store: EntityStore;
  /** Fetches those that are not there yet; identifiers that the dataset lacks are passed over. They stay until many others were fetched. Rejects with `search-cluster-unavailable`. */
  readonly fetchIds: (ids: Iterable<string>, deadline: Deadline) => Promise<void>;
  /** The same by ordinals; gives those that there are. */
  readonly fetchOrdinals: (ordinals: Iterable<number>, deadline: Deadline) => Promise<readonly number[]>;
}

/** Identifiers, and ordinals, in one request. */
const MAX_IDS = 1_000;
const MAX_ORDINALS = 5_000;
/** Entities that are kept: the candidates of all that is asked at once, many times over. */
const MAX_KEPT = 200_000;

/** Nothing is fetched yet. */
export function createFetchedEntities(
  cluster: SearchCluster,
  { entities: index }: IndexNames,
  settings: DatasetSettings,
): FetchedEntities {
  const sets = typeSetsOf(settings);
  /** In the order in which they were last wanted. */
  const byOrdinal = new LRUCache<number, CompiledEntity>({
    max: MAX_KEPT,
    dispose: ({ id }) => void ordinals.delete(id),
    noDisposeOnSet: true,
  });
  const ordinals = new Map<string, number>();

  /** Fetches in parts what `have` does not find. */
  async function fetchLacking<Key>(
    wanted: Iterable<Key>,
    have: (key: Key) => CompiledEntity | undefined,
    { most, bodyFor }: { readonly most: number; readonly bodyFor: (keys: readonly Key[]) => SearchBody },
    deadline: Deadline,
  ): Promise<void> {
    const lacking = [...new Set(wanted)].filter((key) => have(key) === undefined);
    for (let from = 0; from < lacking.length; from += most) {
      const [found] = await cluster.search(index, [bodyFor(lacking.slice(from, from + most))], deadline);
      if (found === undefined || hasFailed(found)) throw unavailable(found ?? { fault: 'nothing came back' });
      for (const { source } of found.hits) {
        const entity = readCompiled(source);
        byOrdinal.set(entity.position, entity);
        ordinals.set(entity.id, entity.position);
      }
    }
  }

  const at = (ordinal: number): CompiledEntity => {
    const entity = byOrdinal.get(ordinal);
    if (entity === undefined) throw new RangeError(`the entity ${String(ordinal)} was not fetched`);
    return entity;
  };
  return {
    store: {
      size: settings.places,
      ordinalOf: (id) => ordinals.get(id) ?? -1,
      idOf: (ordinal) => at(ordinal).id,
      nameOf: (ordinal) => at(ordinal).record().name,
      typesOf: (ordinal) => at(ordinal).record().types,
      typeSetOf: (ordinal) => at(ordinal).typeSet,
      typeSets: sets.typeSets,
      typeSetCounts: () => sets.counts,
      prominenceOf: (ordinal) => at(ordinal).prominence,
      descriptionOf: (ordinal) => at(ordinal).record().description,
      entity: (ordinal) => at(ordinal).record(),
    },
    fetchIds: (ids, deadline) =>
      fetchLacking(
        Array.from(ids).filter((id) => id !== ''),
        (id) => byOrdinal.get(ordinals.get(id) ?? -1),
        { most: MAX_IDS, bodyFor: withIds },
        deadline,
      ),
    fetchOrdinals: async (ordinals, deadline) => {
      const wanted = [...ordinals];
      const bodyFor = (some: readonly number[]): SearchBody =>
        allEntities([{ terms: { position: some } }], some.length, 'source');
      await fetchLacking(wanted, (ordinal) => byOrdinal.get(ordinal), { most: MAX_ORDINALS, bodyFor }, deadline);
      return wanted.filter((ordinal) => byOrdinal.has(ordinal));
    },
  };
}

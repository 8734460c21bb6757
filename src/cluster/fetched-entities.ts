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
  /** What it is asked for must have been fetched; an identifier that was not has the ordinal -1. */
  readonly store: EntityStore;
  /** Fetches those that are not there yet; identifiers that the dataset lacks are passed over. Rejects with `search-cluster-unavailable`. */
  readonly fetchIds: (ids: Iterable<string>, deadline: Deadline) => Promise<void>;
  /** The same by ordinals: these stay. Cost: in the cluster, a look at the place of each entity. */
  readonly fetchOrdinals: (ordinals: Iterable<number>, deadline: Deadline) => Promise<void>;
}

/** Identifiers, and ordinals, in one request. */
const MAX_IDS = 1_000;
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
  const byOrdinal = new Map<number, CompiledEntity>();
  const ordinals = new Map<string, number>();
  /** In the order in which they were last wanted. */
  const passing = new Map<string, number>();

  async function fetch(body: SearchBody, deadline: Deadline): Promise<readonly CompiledEntity[]> {
    const [found] = await cluster.search(index, [body], deadline);
    if (found === undefined || hasFailed(found)) throw unavailable(found ?? { fault: 'nothing came back' });
    const entities = found.hits.map(({ source }) => readCompiled(source));
    for (const entity of entities) {
      byOrdinal.set(entity.position, entity);
      ordinals.set(entity.id, entity.position);
    }
    return entities;
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
    for (let from = 0; from < lacking.length; from += MAX_IDS)
      for (const { id, position } of await fetch(withIds(lacking.slice(from, from + MAX_IDS)), deadline))
        passing.set(id, position);
    forgetOldest();
  }

  async function fetchOrdinals(wanted: Iterable<number>, deadline: Deadline): Promise<void> {
    const all = new Set(wanted);
    for (const ordinal of all) passing.delete(byOrdinal.get(ordinal)?.id ?? '');
    const lacking = [...all].filter((ordinal) => !byOrdinal.has(ordinal));
    for (let from = 0; from < lacking.length; from += MAX_ORDINALS) {
      const some = lacking.slice(from, from + MAX_ORDINALS);
      await fetch(allEntities([{ terms: { position: some } }], some.length, 'source'), deadline);
    }
  }

  const at = (ordinal: number): CompiledEntity => {
    const entity = byOrdinal.get(ordinal);
    if (entity === undefined) throw new RangeError(`the entity ${String(ordinal)} was not fetched`);
    return entity;
  };
  return {
    store: {
      size: settings.entityCount,
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
    fetchIds,
    fetchOrdinals,
  };
}

import { LRUCache } from 'lru-cache';
import type { EntityStore } from '../entities/entity-store.js';
import type { Deadline } from '../foundation/deadline.js';
import { unavailable, hasFailed, type SearchBody, type SearchCluster } from './search-cluster.js';
import { readCompiled, type CompiledEntity } from './compiled-entity.js';
import type { IndexNames } from './index-names.js';
import { allEntities, withIds } from './questions.js';
import { typeSetsOf } from './slice-store.js';
import type { DatasetSettings } from './dataset-settings.js';

/** Identifiers, and ordinals, in one request. */
const MAX_IDS = 1_000;
const MAX_ORDINALS = 5_000;
/** Entities that are kept: the candidates of all that is asked at once, many times over. */
const MAX_KEPT = 200_000;

/** Entities of a dataset in the cluster that were fetched one by one, by their ordinals in the whole dataset. */
export class FetchedEntities {
  readonly #cluster: SearchCluster;
  readonly #index: string;
  /** In the order in which they were last wanted. */
  readonly #byOrdinal = new LRUCache<number, CompiledEntity>({
    max: MAX_KEPT,
    dispose: ({ id }) => void this.#ordinals.delete(id),
    noDisposeOnSet: true,
  });
  readonly #ordinals = new Map<string, number>();
  /** Entities that were fetched; another identifier has the ordinal -1. */
  readonly store: EntityStore;

  /** Nothing is fetched yet. */
  constructor(cluster: SearchCluster, { entities: index }: IndexNames, settings: DatasetSettings) {
    this.#cluster = cluster;
    this.#index = index;
    const sets = typeSetsOf(settings);
    this.store = {
      size: settings.places,
      ordinalOf: (id) => this.#ordinals.get(id) ?? -1,
      idOf: (ordinal) => this.#at(ordinal).id,
      nameOf: (ordinal) => this.#at(ordinal).record().name,
      typesOf: (ordinal) => this.#at(ordinal).record().types,
      typeSetOf: (ordinal) => this.#at(ordinal).typeSet,
      typeSets: sets.typeSets,
      typeSetCounts: () => sets.counts,
      prominenceOf: (ordinal) => this.#at(ordinal).prominence,
      descriptionOf: (ordinal) => this.#at(ordinal).record().description,
      entity: (ordinal) => this.#at(ordinal).record(),
    };
  }

  /** Fetches those that are not there yet; identifiers that the dataset lacks are passed over. They stay until many others were fetched. Rejects with `search-cluster-unavailable`. */
  fetchIds(ids: Iterable<string>, deadline: Deadline): Promise<void> {
    return this.#fetchLacking(
      Array.from(ids).filter((id) => id !== ''),
      (id) => this.#byOrdinal.get(this.#ordinals.get(id) ?? -1),
      { most: MAX_IDS, bodyFor: withIds },
      deadline,
    );
  }

  /** The same by ordinals; gives those that there are. */
  async fetchOrdinals(ordinals: Iterable<number>, deadline: Deadline): Promise<readonly number[]> {
    const wanted = [...ordinals];
    const bodyFor = (some: readonly number[]): SearchBody =>
      allEntities([{ terms: { position: some } }], some.length, 'source');
    await this.#fetchLacking(
      wanted,
      (ordinal) => this.#byOrdinal.get(ordinal),
      { most: MAX_ORDINALS, bodyFor },
      deadline,
    );
    return wanted.filter((ordinal) => this.#byOrdinal.has(ordinal));
  }

  /** Fetches in parts what `have` does not find. */
  async #fetchLacking<Key>(
    wanted: Iterable<Key>,
    have: (key: Key) => CompiledEntity | undefined,
    { most, bodyFor }: { readonly most: number; readonly bodyFor: (keys: readonly Key[]) => SearchBody },
    deadline: Deadline,
  ): Promise<void> {
    const lacking = [...new Set(wanted)].filter((key) => have(key) === undefined);
    for (let from = 0; from < lacking.length; from += most) {
      const [found] = await this.#cluster.search(this.#index, [bodyFor(lacking.slice(from, from + most))], deadline);
      if (found === undefined || hasFailed(found)) throw unavailable(found ?? { fault: 'nothing came back' });
      for (const { source } of found.hits) {
        const entity = readCompiled(source);
        this.#byOrdinal.set(entity.position, entity);
        this.#ordinals.set(entity.id, entity.position);
      }
    }
  }

  #at(ordinal: number): CompiledEntity {
    const entity = this.#byOrdinal.get(ordinal);
    if (entity === undefined) throw new RangeError(`the entity ${String(ordinal)} was not fetched`);
    return entity;
  }
}

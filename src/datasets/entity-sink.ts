import type { Entity } from '../entities/entity.js';
import type { IdRegister } from './id-register.js';
import type { SharedNames } from './shared-names.js';

/**
 * Target of the entities while a dataset is read, and of everything else that grows with their number: memory or disk.
 */
export interface EntitySink {
  /** Whether entities are kept in memory, which may run out. */
  readonly inMemory: boolean;
  /** Maximum number of distinct values per column, and of distinct ids of references, that are remembered. */
  readonly mostRemembered: number;
  readonly register: () => IdRegister;
  /** Takes entities in source order, each with the names that rules made of its names. */
  readonly add: (entity: Entity, rewrittenNames: readonly string[]) => void;
  /** Called after the last entity. */
  readonly finish: () => FinishedEntities;
}

export interface FinishedEntities {
  readonly typesOf: (ids: Iterable<string>) => ReadonlyMap<string, readonly string[]>;
  readonly sharedNames: SharedNames;
}

import type { Entity } from '../entities/entity.js';
import type { IdRegister } from './id-register.js';
import type { SharedNames } from './shared-names.js';

/** Where the entities of a dataset go while it is read, and what else grows with their number: memory, or a disk. */
export interface EntitySink {
  /** Whether what comes is kept in memory, so that it may be more than there is. */
  readonly inMemory: boolean;
  /** Different values of a column that later ones are compared with, and different ids of references that are counted. */
  readonly mostRemembered: number;
  /** For the ids of the records of one survey. */
  readonly register: () => IdRegister;
  /** Takes the entities in the order of the source, each with names that rules made of its names. */
  readonly add: (entity: Entity, rewrittenNames: readonly string[]) => void;
  /** After the last entity. */
  readonly finish: () => FinishedEntities;
}

/** What is asked of the entities as a whole. */
export interface FinishedEntities {
  /** The types of the entities with these ids. */
  readonly typesOf: (ids: Iterable<string>) => ReadonlyMap<string, readonly string[]>;
  readonly sharedNames: SharedNames;
}

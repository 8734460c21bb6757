import type { RecordAccess, RecordChange } from '../../access/records.js';
import type { KeyRing, Role } from '../../access/api-key.js';
import type { Sessions } from './credentials.js';

export interface AccessOptions {
  readonly ring: KeyRing | undefined;
  readonly sessions: Sessions;
  /** Requests that need a key: all, those that change something, or none. */
  readonly keyNeeded: 'everything' | 'changes' | 'nothing';
  /** Path of the dataset among several, by which keys name it; empty for the only dataset of a service. */
  readonly dataset: string;
  /** Roles by the names of keys, where the dataset configures them: no other key is valid for it then. */
  readonly roles?: ReadonlyMap<string, Role>;
}

export interface RecordOptions {
  readonly recordAccess: RecordAccess | undefined;
  readonly recordChange: RecordChange | undefined;
  /** Whether the access log holds the texts of queries. */
  readonly withTexts: boolean;
}

import type { RecordAccess } from '../../access/access-entry.js';
import type { RecordChange } from '../../access/change.js';
import type { KeyRing } from '../../access/key-ring.js';
import type { Role } from '../../access/role.js';
import type { Sessions } from './sessions.js';

/** Who may do what with one dataset. */
export interface AccessOptions {
  /** The keys of the service; without them no user has one. */
  readonly ring: KeyRing | undefined;
  readonly sessions: Sessions;
  /** What needs a key: everything that is asked, what changes something, or nothing. */
  readonly keyNeeded: 'everything' | 'changes' | 'nothing';
  /** The path of the dataset among several, by which keys name it; empty for the one dataset of a service. */
  readonly dataset: string;
  /** The roles of keys by their names, where the dataset states them itself: no other key holds for it then. */
  readonly roles?: ReadonlyMap<string, Role>;
}

/** Where requests and changes are recorded. */
export interface RecordOptions {
  readonly recordAccess: RecordAccess | undefined;
  readonly recordChange: RecordChange | undefined;
  /** Whether the access log has the texts of queries, too. */
  readonly withTexts: boolean;
}

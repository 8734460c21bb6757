export interface AccessEntry {
  readonly address: string;
  readonly key?: string;
  /** The path of the dataset among several; empty for the only one. */
  readonly dataset: string;
  readonly method: string;
  /** Path of the route, never the address as it was sent. */
  readonly route: string;
  readonly status: number;
  /** Set when the client went away before it had the whole answer. */
  readonly interrupted?: true;
  readonly elapsedMs: number;
  /** The header X-Request-Id, else a new id. */
  readonly requestId: string;
  /** Of the header traceparent. */
  readonly traceId?: string;
  /** Queries of a batch; absent without any. */
  readonly queries?: number;
  /** Texts of the queries, if the setting says so. */
  readonly texts?: readonly string[];
}

export type RecordAccess = (entry: AccessEntry) => void;

/** A change for the audit log. Values are JSON; long ones are cut where they are written. */
interface Change {
  /** Verb and object, such as `judge rows` or `replace entity`. */
  readonly action: string;
  /** Its object: the id of an entity, a table, a project. */
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A change, with a name that the person gave in addition to the key. */
export type ChangeMade = Change & { readonly by?: string };

interface ChangeAuthor {
  /** Address of the client; absent for automatic changes and signals. */
  readonly address?: string;
  readonly key?: string;
  /** A name that the person gave in addition. */
  readonly by?: string;
}

export interface RecordedChange extends Change {
  readonly who: ChangeAuthor;
  /** The path of the dataset among several; empty for the only one. */
  readonly dataset: string;
}

/**
 * Resolves when the line is on its way to the disk. Never rejects: the change stays, and a failed write is observed.
 */
export type RecordChange = (change: RecordedChange) => Promise<void>;

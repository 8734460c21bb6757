/** A change for the audit log. Values are JSON; long ones are cut where they are written. */
export interface Change {
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

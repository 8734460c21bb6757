/** What changed, for the audit log. Values are JSON; long ones are cut where they are written. */
export interface Change {
  /** Verb and object, such as `judge rows` or `replace entity`. */
  readonly action: string;
  /** What it was done to: the id of an entity, a table, a project. */
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A change with the name that a person gave beside the key. */
export type ChangeMade = Change & { readonly by?: string };

/** Who changed it. */
interface ChangeAuthor {
  /** Address of the client; absent for what the service does automatically or by a signal. */
  readonly address?: string;
  /** Name of the key. */
  readonly key?: string;
  /** The name that a person gave beside it. */
  readonly by?: string;
}

/** One line of the audit log. */
export interface RecordedChange extends Change {
  readonly who: ChangeAuthor;
  /** The path of the dataset among several; empty for the only one. */
  readonly dataset: string;
}

/** Resolves when the line is on its way to the disk. Never rejects: a change that was made stays made, and what could not be written is observed. */
export type RecordChange = (change: RecordedChange) => Promise<void>;

/** The unparsed headers of these names. */
export interface VersionDemands {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/** Tasks on the editable entities of a dataset. Bodies are unparsed text. */
export type EntityTask =
  | { readonly kind: 'get'; readonly id: string }
  | { readonly kind: 'put' | 'patch'; readonly id: string; readonly body: string; readonly demands: VersionDemands }
  | { readonly kind: 'delete'; readonly id: string; readonly demands: VersionDemands }
  /** JSON lines. */
  | { readonly kind: 'lines'; readonly body: string };

/** The answer to a task: JSON text, and the version of the entity, where there is one. */
export interface EntityAnswer {
  readonly outcome: 'found' | 'created' | 'replaced' | 'unchanged' | 'deleted' | 'written';
  readonly json: string;
  readonly version?: string;
  /**
   * For the audit log: a single entity before and after, absent where there is none; of lines, the number of changes.
   */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Editable entities of a dataset. */
export interface EntityEditing {
  /**
   * Resolves when changes are on disk. Rejects with `entity-invalid`, `entity-unknown`, `version-outdated`,
   * `changes-unwritable`, `not-ready`.
   */
  readonly ask: (task: EntityTask) => Promise<EntityAnswer>;
}

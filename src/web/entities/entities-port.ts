/** What a request demands of the state of an entity: the headers of these names, as they came. */
export interface VersionDemands {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/** What is asked of the entities of a dataset that programs may change. Bodies are text, not parsed. */
export type EntityTask =
  | { readonly kind: 'get'; readonly id: string }
  | { readonly kind: 'put' | 'patch'; readonly id: string; readonly body: string; readonly demands: VersionDemands }
  | { readonly kind: 'delete'; readonly id: string; readonly demands: VersionDemands }
  /** JSON lines. */
  | { readonly kind: 'lines'; readonly body: string };

/** The answer to a task: JSON text, and the name of the state of the entity, where there is one. */
export interface EntityAnswer {
  readonly outcome: 'found' | 'created' | 'replaced' | 'unchanged' | 'deleted' | 'written';
  readonly json: string;
  readonly version?: string;
  /** Of a change, for the audit log: what a single entity was and is, none where there was none or is none; of lines, how many were changed. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The entities of a dataset that programs may change. */
export interface EntityEditing {
  /** What was written is on disk when this resolves. Rejects with `entity-invalid`, `entity-unknown`, `version-outdated`, `changes-unwritable`, `not-ready`. */
  readonly ask: (task: EntityTask) => Promise<EntityAnswer>;
}

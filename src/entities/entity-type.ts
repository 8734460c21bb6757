/** A class of entities, such as "City". */
export interface EntityType {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Ids of the types directly above. */
  readonly broader: readonly string[];
  /** Number of entities with exactly this type. */
  readonly entityCount: number;
}

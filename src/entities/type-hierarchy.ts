/** The types of a dataset with their hierarchy. Cycles in the source are tolerated: each type is visited once. */
export interface TypeHierarchy {
  /** Most entities first, then by id. */
  readonly types: readonly EntityType[];
  readonly get: (id: string) => EntityType | undefined;
  /** The type with this id, or else with this name (ignoring case): users type both. */
  readonly resolve: (idOrName: string) => EntityType | undefined;
  /** `id` and all broader types, nearest first. */
  readonly upwards: (id: string) => readonly string[];
  /** Whether `id` is `ancestor` or narrower. */
  readonly isA: (id: string, ancestor: string) => boolean;
}

/** The hierarchy of these types with unique ids. Unknown broader types are kept in `upwards` by id. */
export function createTypeHierarchy(types: readonly EntityType[]): TypeHierarchy {
  const ordered = [...types].sort((a, b) => b.entityCount - a.entityCount || (a.id < b.id ? -1 : 1));
  const byId = new Map(ordered.map((type) => [type.id, type]));
  const byName = new Map([...ordered].reverse().map((type) => [type.name.toLowerCase(), type]));
  const lines = new Map(ordered.map((type) => [type.id, lineAbove(type.id, byId)]));

  const upwards = (id: string): readonly string[] => lines.get(id) ?? [id];
  return {
    types: ordered,
    get: (id) => byId.get(id),
    resolve: (idOrName) => byId.get(idOrName) ?? byName.get(idOrName.trim().toLowerCase()),
    upwards,
    isA: (id, ancestor) => upwards(id).includes(ancestor),
  };
}

function lineAbove(id: string, byId: ReadonlyMap<string, EntityType>): readonly string[] {
  const line = [id];
  for (const next of line) {
    for (const broader of byId.get(next)?.broader ?? []) if (!line.includes(broader)) line.push(broader);
  }
  return line;
}

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

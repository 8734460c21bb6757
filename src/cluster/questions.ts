import type { WantedTypes } from '../search/candidate-index.js';
import { COMPILED_ONLY } from './compiled-entity.js';
import { idOfEntity } from './document-of-entity.js';
import type { SearchBody } from './search-cluster.js';
import { termKey } from './term-key.js';

/*
 * Searches of the cluster. Every clause counts a fixed number, so that an answer does not depend on how the documents lie on the nodes.
 */

/** A clause of a search. */
export type Clause = Readonly<Record<string, unknown>>;

/** One entry of a field, counting so much. */
export function entryClause(field: string, entry: string, boost: number): Clause {
  return { constant_score: { filter: { term: { [field]: termKey(entry) } }, boost } };
}

/** Entities with any word or name that begins so. */
export function beginningClause(field: 'words' | 'names', beginning: string): Clause {
  return { prefix: { [field]: termKey(beginning) } };
}

/** Clauses met by entities of these types. */
export function typeClauses(types: WantedTypes | undefined): readonly Clause[] {
  if (types === undefined) return [];
  return types.all
    ? types.ids.map((id) => ({ term: { types: termKey(id) } }))
    : [{ terms: { types: types.ids.map(termKey) } }];
}

/** In which order entities come; `lightest`: those whose names say least beside what is asked for. */
const ORDERS = {
  'best known': [{ prominence: 'desc' }, { length: 'asc' }, { position: 'asc' }],
  source: [{ position: 'asc' }],
  lightest: [{ lightness: 'desc' }, { prominence: 'desc' }, { position: 'asc' }],
} as const;

/** Those that meet the filters. */
export function allEntities(filter: readonly Clause[], size: number, order: keyof typeof ORDERS): SearchBody {
  return {
    ...COMPILED_ONLY,
    size,
    track_total_hits: false,
    query: { bool: { filter } },
    sort: ORDERS[order],
  };
}

/** Counts the entities that meet the filters, up to `most` and one. */
export function countEntities(filter: readonly Clause[], most: number): SearchBody {
  return { size: 0, track_total_hits: most + 1, query: { bool: { filter } } };
}

/** The entities with these identifiers, as far as there are any. */
export function withIds(ids: readonly string[]): SearchBody {
  return allEntities([{ ids: { values: ids.map(idOfEntity) } }], ids.length, 'source');
}

/** The text as part of a pattern. */
export function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
}

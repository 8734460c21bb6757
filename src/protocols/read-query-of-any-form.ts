import { isJsonObject } from '../foundation/is-json-object.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { readQuery } from './read-query.js';
import { parseSingleQuery } from './read-query-batch.js';
import { readMatchQuery } from './v1-0-draft/read-match-batch.js';

/**
 * A name, or the text of a query object: of version 1.0-draft with "conditions", else of those before. Throws
 * `query-invalid` and `match-invalid`.
 */
export function readQueryOfAnyForm(parameter: string): ReconciliationQuery {
  const raw = parseSingleQuery(parameter);
  return isJsonObject(raw) && 'conditions' in raw && !('query' in raw) ? readMatchQuery(raw) : readQuery(raw);
}

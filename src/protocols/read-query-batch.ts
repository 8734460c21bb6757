import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { readQuery } from './read-query.js';
import { refuseLargeBatch } from './refuse-costly-messages.js';

/** One entry of a batch: the query under its key, or its fault. */
export type BatchEntry = { readonly key: string } & (
  | { readonly kind: 'asked'; readonly query: ReconciliationQuery }
  | { readonly kind: 'faulty'; readonly error: SameasError }
);

/**
 * The text of the parameter `queries` → its entries. Every key is allowed, `__proto__` and `0` too; the last entry of a
 * repeated key counts. Throws `queries-not-json`, `queries-not-object` or `batch-too-large`; a fault of one query stays
 * with its entry.
 */
export function readQueryBatch(json: string, maxQueries: number): readonly BatchEntry[] {
  return readQueryObject(parseJson(json, 'queries'), maxQueries);
}

/** The same, from parsed JSON. */
export function readQueryObject(raw: unknown, maxQueries: number): readonly BatchEntry[] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new SameasError(
      'queries-not-object',
      `The parameter "queries" must be an object of queries by key, but is ${kindOf(raw)}.`,
      {
        advice: 'Send, for example, queries={"q0":{"query":"Berlin"}}.',
      },
    );
  }
  const keys = Object.keys(raw);
  refuseLargeBatch(keys.length, maxQueries);
  // Object.entries reads own properties only, so a key such as "__proto__" is an entry like any other.
  return Object.entries(raw).map(([key, query]): BatchEntry => {
    try {
      return { key, kind: 'asked', query: readQuery(query) };
    } catch (thrown) {
      return { key, kind: 'faulty', error: asSameasError(thrown) };
    }
  });
}

/** The deprecated parameter `query`: the text of a query object, or a name. Throws `query-invalid`. */
export function readSingleQuery(parameter: string): ReconciliationQuery {
  return readQuery(parseSingleQuery(parameter));
}

/** One query object as parsed JSON, from its text or a name. Throws `query-invalid`. */
export function parseSingleQuery(parameter: string): unknown {
  // A name may begin with a brace; only text that continues like an object is JSON.
  if (!/^\s*\{\s*["}]/.test(parameter)) return { query: parameter };
  try {
    const raw: unknown = JSON.parse(withoutMark(parameter));
    return raw;
  } catch {
    throw new SameasError('query-invalid', 'The parameter "query" begins like a query object, but is not JSON.', {
      advice: 'Send the name alone, or a whole JSON object.',
    });
  }
}

/** Throws `queries-not-json` (or `extend-invalid`) with the place of the fault as far as it is known. */
export function parseJson(json: string, parameter: 'queries' | 'extend'): unknown {
  try {
    return JSON.parse(withoutMark(json));
  } catch (fault) {
    const place = fault instanceof Error ? ` (${fault.message.slice(0, 200)})` : '';
    throw new SameasError(
      parameter === 'queries' ? 'queries-not-json' : 'extend-invalid',
      `The parameter "${parameter}" is not JSON${place}.`,
      {
        advice: 'Encode the JSON text as a form field: the characters & + % and # must be percent-encoded.',
      },
    );
  }
}

/** Some editors begin a file with a byte order mark, which stays when the file is sent as a parameter. */
function withoutMark(json: string): string {
  return json.replace(/^\uFEFF/, '');
}

function kindOf(raw: unknown): string {
  if (raw === null) return 'null';
  if (Array.isArray(raw)) return 'an array';
  return typeof raw === 'string' ? 'text' : `a ${typeof raw}`;
}

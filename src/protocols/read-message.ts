import { isJsonObject } from '../foundation/is-json-object.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { readQuery } from './read-query.js';
import {
  parseJson,
  readQueryBatch,
  readQueryObject,
  readSingleQuery,
  type BatchEntry,
  parseSingleQuery,
} from './read-query-batch.js';
import { refuseCostlyJson } from './refuse-costly-messages.js';
import { readMatchBatch, type MatchEntry, readMatchQuery, renameOlderDraft } from './v1-0-draft/read-messages.js';

/**
 * The text of a message by its source: the parameter `queries` or `query`, a JSON body at the root, or a batch of
 * version 1.0-draft from either.
 */
export type MessageTask =
  | { readonly kind: 'queries'; readonly json: string; readonly maxQueries: number }
  | { readonly kind: 'query'; readonly json: string }
  | { readonly kind: 'body'; readonly json: string; readonly maxQueries: number }
  | {
      readonly kind: 'match';
      readonly json: string;
      readonly from: 'body' | 'queries';
      readonly isOlder: boolean;
      readonly maxQueries: number;
    };

/** A parsed message. An extension stays text: its reader is where it is answered. */
export type Message =
  | { readonly kind: 'batch'; readonly entries: readonly BatchEntry[] }
  | { readonly kind: 'match'; readonly entries: readonly MatchEntry[] }
  | { readonly kind: 'single'; readonly query: ReconciliationQuery }
  | { readonly kind: 'extension'; readonly json: string; readonly isPlain: boolean }
  | { readonly kind: 'nothing' };

/** Longest query as JSON, in characters: a name and some hundred values of usual length. */
const MAX_QUERY_CHARACTERS = 100_000;

/**
 * Reads a message. Throws `queries-not-json`, `queries-not-object`, `query-invalid`, `match-invalid`,
 * `batch-too-large`, `body-too-large`, `body-malformed` and `parameter-missing`; faults of one query in a keyed batch
 * stay with its entry. Cost: linear in the text.
 */
export function readMessage(task: MessageTask): Message {
  refuseCostlyJson(task.json);
  const message = read(task);
  return task.json.length > MAX_QUERY_CHARACTERS ? withoutLongQueries(message) : message;
}

/** A JSON body. Throws `body-malformed`. */
export function parseBody(json: string): unknown {
  try {
    const raw: unknown = JSON.parse(json);
    return raw;
  } catch (fault) {
    throw new SameasError(
      'body-malformed',
      `The body is not JSON: ${fault instanceof Error ? fault.message.slice(0, 200) : 'it cannot be parsed'}.`,
      { advice: 'Send JSON, or a form with the field "queries".' },
    );
  }
}

function read(task: MessageTask): Message {
  switch (task.kind) {
    case 'queries':
      return { kind: 'batch', entries: readQueryBatch(task.json, task.maxQueries) };
    case 'query':
      return { kind: 'single', query: readSingleQuery(task.json) };
    case 'match': {
      const raw = task.from === 'body' ? parseBody(task.json) : parseJson(task.json, 'queries');
      return { kind: 'match', entries: readMatchBatch(task.isOlder ? renameOlderDraft(raw) : raw, task.maxQueries) };
    }
    case 'body':
      return readBody(parseBody(task.json), task.maxQueries);
  }
}

/** Leniently, the same parameters as members of a JSON object. */
function readBody(raw: unknown, maxQueries: number): Message {
  const body = isJsonObject(raw) ? raw : {};
  if ('extend' in body) return { kind: 'extension', json: asText(body['extend']), isPlain: false };
  if ('queries' in body && Array.isArray(body['queries']))
    return { kind: 'match', entries: readMatchBatch(body, maxQueries) };
  const { queries } = body;
  // As in a form: JSON as text.
  if ('queries' in body)
    return {
      kind: 'batch',
      entries: typeof queries === 'string' ? readQueryBatch(queries, maxQueries) : readQueryObject(queries, maxQueries),
    };
  if ('ids' in body) return { kind: 'extension', json: JSON.stringify(body), isPlain: true };
  if ('query' in body)
    return { kind: 'single', query: readQuery(typeof body['query'] === 'object' ? body['query'] : body) };
  if (isJsonObject(raw) && Object.keys(raw).length === 0) return { kind: 'nothing' };
  throw new SameasError('parameter-missing', 'The JSON body holds none of "queries", "extend" and "query".', {
    advice: 'Send {"queries": {"q0": {"query": "Berlin"}}}, or better the form field "queries".',
  });
}

/** JSON again; text is taken for JSON, as in a form. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Each query travels between threads as a whole, so no single one may be long. */
function withoutLongQueries(message: Message): Message {
  switch (message.kind) {
    case 'batch':
      return {
        kind: 'batch',
        entries: message.entries.map((entry) =>
          entry.kind === 'asked' && isLong(entry.query) ? { key: entry.key, kind: 'faulty', error: tooLong() } : entry,
        ),
      };
    case 'match':
      if (message.entries.some(({ query }) => isLong(query)))
        throw new SameasError(
          'match-invalid',
          `A query of the batch is longer than ${String(MAX_QUERY_CHARACTERS)} characters.`,
          { advice: 'Send fewer values with each name.' },
        );
      return message;
    case 'single':
      if (isLong(message.query)) throw tooLong();
      return message;
    case 'extension':
    case 'nothing':
      return message;
  }
}

function isLong(query: ReconciliationQuery): boolean {
  return JSON.stringify(query).length > MAX_QUERY_CHARACTERS;
}

function tooLong(): SameasError {
  return new SameasError('query-invalid', `The query is longer than ${String(MAX_QUERY_CHARACTERS)} characters.`, {
    facts: { path: '' },
    advice: 'Send fewer values with each name.',
  });
}

/**
 * A name, or the text of a query object: of version 1.0-draft with "conditions", else of those before. Throws
 * `query-invalid` and `match-invalid`.
 */
export function readQueryOfAnyForm(parameter: string): ReconciliationQuery {
  const raw = parseSingleQuery(parameter);
  return isJsonObject(raw) && 'conditions' in raw && !('query' in raw) ? readMatchQuery(raw) : readQuery(raw);
}

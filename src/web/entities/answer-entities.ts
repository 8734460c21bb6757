import { SameasError } from '../../foundation/sameas-error.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import type { Reply } from '../reply.js';
import type { EntityAnswer, EntityEditing, EntityTask } from './entities-port.js';

/** `POST /entities`: many entities as JSON lines, or one as JSON, with their ids in them; all are written, or none. */
export function createEntitiesHandler(entities: EntityEditing): RouteHandler {
  return async ({ lines, jsonBody, record }) => {
    const body = lines ?? jsonBody;
    if (body === undefined) throw new SameasError('body-malformed', 'There is no body.', { advice: 'Send JSON lines (application/x-ndjson), an entity each.' });
    // A single entity may be written over several lines.
    const answer = await entities.ask({ kind: 'lines', body: lines ?? oneLine(body) });
    await record({ action: 'write entities', target: '', after: valueOf(answer.json) });
    return replyOf(answer);
  };
}

function oneLine(json: string): string {
  return json.replace(/[\r\n]+/g, ' ');
}

/** `/entities/ID`: one entity is shown, put, patched or deleted. Everything behind the slash is the id, encoded. */
export function createEntityHandler(entities: EntityEditing): RouteHandler {
  return async (exchange) => {
    const id = idIn(exchange);
    const task = taskOf(exchange, id);
    if (task.kind === 'get' || !exchange.isRecorded) return replyOf(await entities.ask(task));
    const before = await entities.ask({ kind: 'get', id }).catch(() => undefined);
    const answer = await entities.ask(task);
    if (answer.outcome !== 'unchanged') {
      await exchange.record({ action: `${ACTIONS[answer.outcome]} entity`, target: id, before: before && valueOf(before.json), after: task.kind === 'delete' ? undefined : valueOf(answer.json) });
    }
    return replyOf(answer);
  };
}

/** What was done, in the words of the audit log. */
const ACTIONS: Readonly<Record<EntityAnswer['outcome'], string>> = { created: 'create', replaced: 'replace', deleted: 'delete', unchanged: 'keep', found: 'show', written: 'write' };
/** Longer JSON is recorded as the text that it begins with. */
const MOST_PARSED = 20_000;

function valueOf(json: string): unknown {
  if (json.length > MOST_PARSED) return json.slice(0, MOST_PARSED);
  const value: unknown = JSON.parse(json);
  return value;
}

function idIn({ rawPath }: Exchange): string {
  const piece = rawPath.replace(/^\//, '');
  try {
    return decodeURIComponent(piece);
  } catch {
    throw new SameasError('parameter-invalid', 'The id in the address is not encoded as it has to be.', { advice: 'Encode it as encodeURIComponent does: a space as %20, a slash as %2F.' });
  }
}

function taskOf({ method, jsonBody, demands }: Exchange, id: string): EntityTask {
  switch (method) {
    case 'PUT':
    case 'PATCH':
      if (jsonBody === undefined) throw new SameasError('body-malformed', 'There is no body.', { advice: 'Send the entity as JSON (application/json).' });
      return { kind: method === 'PUT' ? 'put' : 'patch', id, body: jsonBody, demands };
    case 'DELETE':
      return { kind: 'delete', id, demands };
    default:
      return { kind: 'get', id };
  }
}

function replyOf({ outcome, json, version }: EntityAnswer): Reply {
  return { kind: 'json', json, status: outcome === 'created' ? 201 : 200, cache: 'never', ...(version !== undefined && { headers: { ETag: `"${version}"` } }) };
}

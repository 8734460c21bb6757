import { SameasError } from '../../foundation/sameas-error.js';
import type { Exchange, RouteHandler, Reply } from '../exchange.js';
import type { EntityAnswer, EntityEditing, EntityTask } from './entities-port.js';

/** `POST /entities`: many entities as JSON lines, or one as JSON, with ids; all or none are written. */
export function createEntitiesHandler(entities: EntityEditing): RouteHandler {
  return async ({ body: { lines, json }, access }) => {
    const body = lines ?? json;
    if (body === undefined)
      throw new SameasError('body-malformed', 'There is no body.', {
        advice: 'Send JSON lines (application/x-ndjson), an entity each.',
      });
    // A single entity may take several lines.
    const answer = await entities.ask({ kind: 'lines', body: lines ?? oneLine(body) });
    await access.record({ action: 'write entities', target: '', after: answer.after });
    return replyOf(answer);
  };
}

function oneLine(json: string): string {
  return json.replace(/[\r\n]+/g, ' ');
}

/** `/entities/ID`: shows, puts, patches or deletes an entity. The rest of the path is the encoded id. */
export function createEntityHandler(entities: EntityEditing): RouteHandler {
  return async (exchange, rest = '') => {
    const id = idIn(rest);
    const answer = await entities.ask(taskOf(exchange, id));
    const action = ACTIONS[answer.outcome];
    if (action !== undefined)
      await exchange.access.record({ action, target: id, before: answer.before, after: answer.after });
    return replyOf(answer);
  };
}

/** Actions in the audit log by outcome. */
const ACTIONS: Readonly<Partial<Record<EntityAnswer['outcome'], string>>> = {
  created: 'create entity',
  replaced: 'replace entity',
  deleted: 'delete entity',
};

function idIn(rest: string): string {
  const piece = rest.replace(/^\//, '');
  try {
    return decodeURIComponent(piece);
  } catch {
    throw new SameasError('parameter-invalid', 'The id in the address is not encoded as it has to be.', {
      advice: 'Encode it as encodeURIComponent does: a space as %20, a slash as %2F.',
    });
  }
}

function taskOf({ method, body: { json }, header }: Exchange, id: string): EntityTask {
  const [ifMatch, ifNoneMatch] = [header('If-Match'), header('If-None-Match')];
  const demands = { ...(ifMatch !== undefined && { ifMatch }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) };
  switch (method) {
    case 'PUT':
    case 'PATCH':
      if (json === undefined)
        throw new SameasError('body-malformed', 'There is no body.', {
          advice: 'Send the entity as JSON (application/json).',
        });
      return { kind: method === 'PUT' ? 'put' : 'patch', id, body: json, demands };
    case 'DELETE':
      return { kind: 'delete', id, demands };
    default:
      return { kind: 'get', id };
  }
}

function replyOf({ outcome, json, version }: EntityAnswer): Reply {
  return {
    kind: 'json',
    json,
    status: outcome === 'created' ? 201 : 200,
    cache: 'never',
    ...(version !== undefined && { headers: { ETag: `"${version}"` } }),
  };
}

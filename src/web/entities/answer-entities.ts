import { SameasError } from '../../foundation/sameas-error.js';
import type { Exchange, RouteHandler, Reply } from '../exchange.js';

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

/** The unparsed headers of these names. */
interface VersionDemands {
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

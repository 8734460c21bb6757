import { STATUS_CODES } from 'node:http';
import type { SameasError } from '../foundation/sameas-error.js';
import { renderSuggestFault } from '../protocols/suggest-envelope.js';
import { statusOf } from './error-status.js';
import type { Words } from './messages/words.js';
import { errorPage } from './pages/error-page.js';
import type { Reply } from './reply.js';
import type { RequestParameters } from './request-parameters.js';
import type { RouteStyle } from './route-table.js';
import { statusLine } from './send-reply.js';
import type { Site } from './site.js';

/** Problem details, RFC 9457. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** What is known of the request that failed. */
interface FailedRequest {
  readonly style: RouteStyle;
  readonly baseUrl: string;
  readonly site: Site;
  readonly words: Words;
  /** Path of the route; empty where there is none. */
  readonly routePath: string;
  readonly parameters: RequestParameters;
  /** Whether a person with a browser waits for it. */
  readonly wantsPage: boolean;
  /** Whether problem details by RFC 9457 are asked for. */
  readonly wantsProblem: boolean;
  /** Whether a page would be shown in a frame of a foreign page. */
  readonly isInFrame: boolean;
  /** Where people sign in with a key, when there are keys. */
  readonly signIn?: string | undefined;
}

/** An error in the form of the route that it happened on: the suggest envelope, a page, problem details, or `{status: "error", …}`. */
export function errorReply(
  error: SameasError,
  { style, baseUrl, site, words, routePath, parameters, wantsPage, wantsProblem, isInFrame, signIn }: FailedRequest,
): Reply {
  const status = statusOf(error.kind);
  if (style === 'draft' || wantsProblem)
    return { kind: 'json', json: renderProblem(error, status), status, cache: 'never', mediaType: PROBLEM_MEDIA_TYPE };
  if (style === 'page' || (wantsPage && style !== 'suggest'))
    return {
      kind: 'page',
      html: errorPage(error, status, {
        baseUrl,
        site,
        words,
        isInFrame,
        back: error.code.startsWith('project-') ? 'projects' : 'start',
        asked: { routePath, parameters },
        signIn,
      }).text,
      status,
      cache: 'never',
    };
  const json =
    style === 'suggest'
      ? renderSuggestFault(parameters.get('prefix') ?? '', statusLine(status), error)
      : renderFault(error);
  return { kind: 'json', json, status, cache: 'never' };
}

/**
 * The message as it may stand in the status line.
 * Only printable ASCII is allowed there.
 */
export function reasonPhrase(error: SameasError): string {
  return error.message
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/…/g, '...')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 150);
}

/** `{status: "error", …}` as JSON text. */
export function renderFault({ code, message, advice, facts }: SameasError): string {
  return JSON.stringify({
    status: 'error',
    code,
    message,
    ...(advice === undefined ? {} : { advice }),
    ...(Object.keys(facts).length === 0 ? {} : { details: facts }),
  });
}

/** An error as JSON text by RFC 9457, which is how routes of version 1.0-draft tell it. `errors` has the places of a message that are at fault. */
function renderProblem({ code, message, advice, facts }: SameasError, status: number): string {
  const { pointers, faults, ...details } = facts;
  const told: readonly unknown[] = Array.isArray(faults) ? faults : [];
  const errors = Array.isArray(pointers) ? pointers.map((pointer: unknown, i) => ({ pointer, detail: told[i] })) : [];
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    ...(advice === undefined ? {} : { advice }),
    ...(errors.length === 0 ? {} : { errors }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  });
}

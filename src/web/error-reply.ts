import { STATUS_CODES } from 'node:http';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { namesMediaType, chooseForm } from '../protocols/choose-form.js';
import { renderSuggestFault } from '../protocols/suggest-envelope.js';
import { bodyError, errorHeaders, statusOf, isInterruption } from './request-errors.js';
import { tellRates } from './access/gate.js';
import { callbackOf } from './handle-request.js';
import { errorPage } from './pages/error-page.js';
import { prefersPage } from './content-negotiation.js';
import type { Reply, RouteStyle } from './exchange.js';
import type { RequestContext } from './request-context.js';
import { sendReply, statusLine } from './send-reply.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { KEY_PARAMETER } from './access/credentials.js';
import { isJsonObject } from '../foundation/is-json-object.js';

/** Problem details, RFC 9457. */
const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The way out of every error of every route. Throws what was thrown where half an answer is out already: cutting the connection is the only way to say that it is not whole. */
export function presentError(context: RequestContext, thrown: unknown): void {
  const { request, response, ids, countedPath, service } = context;
  const about = { method: request.method, route: countedPath };
  if (isInterruption(thrown) || response.destroyed) {
    service.observe({ kind: 'request-interrupted', ...about });
    response.destroy();
    return;
  }
  const error = bodyError(thrown) ?? asSameasError(thrown);
  service.observe({ kind: 'request-failed', ...about, error, ...ids });
  if (response.headersSent) throw thrown;
  const style = errorStyle(context);
  const reply = errorReply(context, error, style);
  response.set(errorHeaders(error)).vary('Accept');
  if (error.kind === 'too-many-requests') tellRates(context);
  // OpenRefine shows the text of the status line, and no other, in the cells of a failed batch. Others get the usual
  // one.
  if (/^OpenRefine\b/i.test(request.get('User-Agent') ?? '')) response.statusMessage = reasonPhrase(error);
  // Short, and the client may be gone.
  sendReply(context, reply, usableCallback(context, style)).catch(() => undefined);
}

/**
 * That of the route, but for two of version 1.0-draft: requests to the root in its form, and unknown addresses below
 * its own.
 */
function errorStyle({ request, route, parameters, header, body }: RequestContext): RouteStyle {
  if (route === undefined) return /\/v1\//.test(request.path) ? 'draft' : 'plain';
  const signs = { profile: parameters.get('profile'), accept: header('Accept') ?? '', jsonBody: body.json };
  return route.path === '/' && isDraftRequest(signs) ? 'draft' : route.style;
}

/** For an error, which may precede the check of the callback: without a usable one it goes out as it is. */
function usableCallback(context: RequestContext, style: RouteStyle): string | undefined {
  try {
    return callbackOf(context, style);
  } catch {
    return undefined;
  }
}

/** An error in the form of its route: the suggest envelope, a page, problem details, or `{status: "error", …}`. */
function errorReply(context: RequestContext, error: SameasError, style: RouteStyle): Reply {
  const { header, baseUrl, parameters, route, service, site, words } = context;
  const status = statusOf(error.kind);
  if (style === 'draft' || namesMediaType(header('Accept') ?? '', PROBLEM_MEDIA_TYPE))
    return { kind: 'json', json: renderProblem(error, status), status, cache: 'never', mediaType: PROBLEM_MEDIA_TYPE };
  if (style === 'page' || (prefersPage(context) && style !== 'suggest'))
    return {
      kind: 'page',
      html: errorPage(error, status, {
        baseUrl,
        site,
        words,
        isInFrame: /\/preview$/.test(route?.path ?? ''),
        back: error.code.startsWith('project-') ? 'projects' : 'start',
        asked: { routePath: route?.path ?? '', parameters },
        signIn: service.access?.ring === undefined ? undefined : signInAddress(context),
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

/** The message for the status line, which allows only printable ASCII. */
function reasonPhrase(error: SameasError): string {
  return error.message
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/…/g, '...')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 150);
}

/** `{status: "error", …}` as JSON text. */
function renderFault({ code, message, advice, facts }: SameasError): string {
  return JSON.stringify({
    status: 'error',
    code,
    message,
    ...(advice === undefined ? {} : { advice }),
    ...(Object.keys(facts).length === 0 ? {} : { details: facts }),
  });
}

/** An error as JSON text by RFC 9457, for routes of version 1.0-draft. `errors` has the faulty places of a message. */
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

/**
 * The whole answer, with headers, to bytes that are no request: it never becomes one that a route could answer.
 * `fault`: code of the HTTP parser.
 */
export function unreadableRequestAnswer(fault: string | undefined): string {
  const [status, message, advice] = UNREADABLE.get(fault ?? '') ?? OTHERWISE;
  const body = renderFault(new SameasError('request-malformed', message, { advice }));
  const headers = [
    'Connection: close',
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
  ];
  return [`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n');
}

type Unreadable = readonly [status: string, message: string, advice: string | Sentence];

const OTHERWISE: Unreadable = [
  '400 Bad Request',
  'What was sent is not a request of HTTP/1.1.',
  'Check that the address begins with http:// where the service itself is asked.',
];

const UNREADABLE: ReadonlyMap<string, Unreadable> = new Map<string, Unreadable>([
  [
    'HPE_INVALID_URL',
    [
      '400 Bad Request',
      'The address that was asked for holds characters that no address may have.',
      'Percent-encode spaces, quotation marks and letters beyond ASCII (ü is %C3%BC); curl does it with -G --data-urlencode "prefix=…".',
    ],
  ],
  [
    'HPE_HEADER_OVERFLOW',
    [
      '431 Request Header Fields Too Large',
      'The address and the headers of the request are longer than the service takes.',
      'Send long batches by POST.',
    ],
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    ['408 Request Timeout', 'The request did not arrive as a whole in time.', sentence('Send it again.')],
  ],
]);

/** Address of the sign-in page of the service, which redirects to the requested page: its address without a key. */
function signInAddress({ method, path, queryString, baseUrl, site: { serviceUrl } }: RequestContext): string {
  const parameters = new URLSearchParams(queryString);
  parameters.delete(KEY_PARAMETER);
  const within = baseUrl.slice(serviceUrl.length);
  const asked =
    method === 'GET' ? `${within}${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}` : `${within}/`;
  return `${serviceUrl}/sign-in?${new URLSearchParams({ to: asked }).toString()}`;
}

interface DraftSigns {
  readonly profile: string | undefined;
  readonly accept: string;
  /** Unparsed text of a JSON body. */
  readonly jsonBody: string | undefined;
}

/** Whether the draft is negotiated, or a batch has its form. A client that names an unknown form does not use it. */
function isDraftRequest({ profile, accept, jsonBody }: DraftSigns): boolean {
  if (jsonBody !== undefined && hasListOfQueries(jsonBody)) return true;
  try {
    return chooseForm(profile, accept) === '1.0-draft';
  } catch {
    return false;
  }
}

/** Longer bodies are not parsed for it. */
const PARSED_CHARACTERS = 32 * 1024;

function hasListOfQueries(json: string): boolean {
  if (json.length > PARSED_CHARACTERS) return /^\s*\{\s*"queries"\s*:\s*\[/.test(json.slice(0, 1_000));
  try {
    const raw: unknown = JSON.parse(json);
    return isJsonObject(raw) && Array.isArray(raw['queries']);
  } catch {
    return false;
  }
}

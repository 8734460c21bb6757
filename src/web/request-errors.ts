import type { ErrorKind } from '../foundation/error-catalogue.js';
import { SameasError } from '../foundation/sameas-error.js';
import { errorCodeOf } from '../foundation/error-code-of.js';

const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  'bad-request': 400,
  'unknown-thing': 404,
  'no-credentials': 401,
  forbidden: 403,
  'wrong-method': 405,
  outdated: 412,
  'too-slow': 408,
  'not-acceptable': 406,
  'too-large': 413,
  'unsupported-media': 415,
  'too-many-requests': 429,
  'bad-data': 500,
  overloaded: 503,
  'no-space': 507,
  internal: 500,
};

/** 400 for bad-request, and so on. */
export function statusOf(kind: ErrorKind): number {
  return STATUS_OF_KIND[kind];
}

/** Seconds after which a client may try again, where that helps. */
function retryAfterSeconds({ kind, facts }: SameasError): number | undefined {
  if (typeof facts['retryAfterSeconds'] === 'number') return facts['retryAfterSeconds'];
  return kind === 'overloaded' || kind === 'too-many-requests' ? 2 : undefined;
}

/** Headers with what else a client may do. */
export function errorHeaders(error: SameasError): Readonly<Record<string, string>> {
  const seconds = retryAfterSeconds(error);
  const { allow } = error.facts;
  return {
    ...challengeOf(error),
    ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
    ...(typeof allow === 'string' ? { Allow: allow } : {}),
  };
}

/** WWW-Authenticate, by RFC 6750. */
function challengeOf({ code }: SameasError): Readonly<Record<string, string>> {
  if (code === 'key-missing') return { 'WWW-Authenticate': 'Bearer realm="sameas"' };
  if (code === 'key-invalid') return { 'WWW-Authenticate': 'Bearer realm="sameas", error="invalid_token"' };
  if (code === 'key-not-allowed') return { 'WWW-Authenticate': 'Bearer realm="sameas", error="insufficient_scope"' };
  return {};
}

/** An error of Express with an HTTP status as a SameasError; `undefined` for any other. */
export function bodyError(thrown: unknown): SameasError | undefined {
  if (thrown instanceof SameasError || !isRequestError(thrown)) return undefined;
  return new SameasError('request-malformed', `The request could not be read: ${thrown.message}.`, { cause: thrown });
}

/** `limit` and `length` in bytes; `length` as far as known. */
export function bodyTooLarge(limit: number, length?: number): SameasError {
  return new SameasError(
    'body-too-large',
    `The body is longer than the ${String(limit)} bytes that the service takes.`,
    {
      facts: { limit, ...(length === undefined ? {} : { length }) },
      advice: 'Send smaller batches.',
    },
  );
}

/** For a body that exceeds its time. */
export function bodyTooSlow(timeoutMs: number): SameasError {
  return new SameasError(
    'body-too-slow',
    `The body of the request did not arrive within ${String(timeoutMs / 1000)} seconds.`,
    { facts: { limit: timeoutMs }, advice: 'Send smaller batches, or compress them.' },
  );
}

/** Not by class: of other errors only ours have a status of the 400s. */
function isRequestError(thrown: unknown): thrown is { readonly message: string } {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown) || !('message' in thrown)) return false;
  return typeof thrown.status === 'number' && thrown.status >= 400 && thrown.status < 500;
}

const CODES: readonly (string | undefined)[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'];

/** Whether an error only says that the client closed the connection before it had the whole answer. */
export function isInterruption(thrown: unknown): boolean {
  return CODES.includes(errorCodeOf(thrown));
}

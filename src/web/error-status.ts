import type { ErrorKind } from '../foundation/error-catalogue.js';
import type { SameasError } from '../foundation/sameas-error.js';

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

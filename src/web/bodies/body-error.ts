import { SameasError } from '../../foundation/sameas-error.js';

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

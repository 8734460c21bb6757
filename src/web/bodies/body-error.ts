import { SameasError } from '../../foundation/sameas-error.js';

/** An error of Express that knows its HTTP status as one of ours; `undefined` for any other error. */
export function bodyError(thrown: unknown): SameasError | undefined {
  if (thrown instanceof SameasError || !isRequestError(thrown)) return undefined;
  return new SameasError('request-malformed', `The request could not be read: ${thrown.message}.`, { cause: thrown });
}

/** For a body of more than `limit` bytes, and of `length` as far as that is known. */
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

/** For a body that did not come within the time that it has. */
export function bodyTooSlow(timeoutMs: number): SameasError {
  return new SameasError(
    'body-too-slow',
    `The body of the request did not arrive within ${String(timeoutMs / 1000)} seconds.`,
    { facts: { limit: timeoutMs }, advice: 'Send smaller batches, or compress them.' },
  );
}

/** Not by class: errors without a status of the 400s are only ours. */
function isRequestError(thrown: unknown): thrown is { readonly message: string } {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown) || !('message' in thrown)) return false;
  return typeof thrown.status === 'number' && thrown.status >= 400 && thrown.status < 500;
}

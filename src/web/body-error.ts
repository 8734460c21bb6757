import { SameasError } from '../foundation/sameas-error.js';

/** What the readers of bodies throw: an error that knows its HTTP status, and mostly a word for its kind. */
interface ReaderError {
  readonly message: string;
  readonly status: number;
  readonly type?: string;
  readonly limit?: number;
  readonly length?: number;
}

/** An error in reading a body as one of ours; `undefined` for any other error. */
export function bodyError(thrown: unknown): SameasError | undefined {
  if (thrown instanceof SameasError || !isReaderError(thrown)) return undefined;
  switch (thrown.type) {
    case 'entity.too.large':
      return bodyTooLarge(thrown.limit ?? 0, thrown.length);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new SameasError('media-type-unsupported', `The body cannot be decoded: ${thrown.message}.`, { advice: 'Send it as UTF-8, plain or gzipped.' });
    case 'entity.parse.failed':
      return new SameasError('body-malformed', `The body is not JSON: ${thrown.message}.`, { advice: 'Send JSON, or a form with the field "queries".' });
    default:
      // Broken compression, a body shorter or longer than announced, a connection that was cut.
      return new SameasError('body-malformed', `The body could not be read: ${thrown.message}.`, { cause: thrown });
  }
}

/** For a body of more than `limit` bytes, and of `length` as far as that is known. */
export function bodyTooLarge(limit: number, length?: number): SameasError {
  return new SameasError('body-too-large', `The body is longer than the ${String(limit)} bytes that the service takes.`, {
    facts: { limit, ...(length === undefined ? {} : { length }) },
    advice: 'Send smaller batches.',
  });
}

/** Not by class: each reader brings a class of its own. Errors without a status of the 400s are nobody's but ours. */
function isReaderError(thrown: unknown): thrown is ReaderError {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown) || !('message' in thrown)) return false;
  return typeof thrown.status === 'number' && thrown.status >= 400 && thrown.status < 500;
}

import { SameasError } from '../foundation/sameas-error.js';

/** What Express's readers of bodies throw: an error with a word for its kind. */
interface ReaderError extends Error {
  readonly type: string;
  readonly limit?: number;
  readonly length?: number;
}

/** An error in reading a body, or in decoding an address, as one of ours; `undefined` for any other error. */
export function bodyError(thrown: unknown): SameasError | undefined {
  if (isReaderError(thrown)) return readerError(thrown);
  // Express decodes the path of a route with a parameter.
  if (thrown instanceof URIError) return new SameasError('parameter-invalid', 'The address is not correctly percent-encoded.', { cause: thrown });
  return undefined;
}

function readerError(error: ReaderError): SameasError {
  switch (error.type) {
    case 'entity.too.large':
      return new SameasError('body-too-large', `The body is longer than the ${String(error.limit ?? 0)} bytes that the service takes.`, {
        facts: { limit: error.limit ?? 0, ...(error.length === undefined ? {} : { length: error.length }) },
        advice: 'Send smaller batches.',
      });
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new SameasError('media-type-unsupported', `The body cannot be decoded: ${error.message}.`, { advice: 'Send it as UTF-8, plain or gzipped.' });
    case 'entity.parse.failed':
      return new SameasError('body-malformed', `The body is not JSON: ${error.message}.`, { advice: 'Send JSON, or a form with the field "queries".' });
    default:
      return new SameasError('body-malformed', `The body could not be read: ${error.message}.`, { cause: error });
  }
}

function isReaderError(thrown: unknown): thrown is ReaderError {
  return typeof thrown === 'object' && thrown !== null && 'type' in thrown && typeof thrown.type === 'string' && 'message' in thrown && 'status' in thrown;
}

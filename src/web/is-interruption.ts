import { errorCodeOf } from '../foundation/error-code-of.js';

const CODES: readonly (string | undefined)[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'];

/** Whether an error only says that the client closed the connection before it had the whole answer. */
export function isInterruption(thrown: unknown): boolean {
  return CODES.includes(errorCodeOf(thrown));
}

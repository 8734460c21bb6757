import { SameasError } from '../../../foundation/sameas-error.js';

/** Delays before a silent service is tried again. */
const RETRY_AFTER_MS = [500, 2000];

/** The result of `ask`; retried, after a moment, when the service could not be reached. Rejects with the last error. */
export async function retryUntilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || thrown.code !== 'service-unreachable') throw thrown;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return await ask();
}

import { SameasError } from '../../../foundation/sameas-error.js';

/** Waits before a service that gave no answer is asked again. */
const RETRY_AFTER_MS = [500, 2000];

/** What `ask` gives; asked anew, after a moment, when the service could not be reached. Rejects with the last fault. */
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

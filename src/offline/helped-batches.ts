import { fromPlainOutcome } from '../assembly/plain-outcome.js';
import { WorkerService } from '../assembly/workers/worker-service.js';
import type { StartThread } from '../assembly/workers/worker-thread.js';
import { WITHOUT_REASONS, type Ask } from '../describe/answer.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { begin, HelperImage } from './query-worker.js';

/*
 * Queries of long tables are answered by further workers of the page, one for each processor. A page opened from a file
 * shares no memory: each has a copy of the indexes, and gets some queries at a time.
 */

interface HelpedBatches {
  readonly ask: Ask;
  /** Ends them at once. */
  readonly close: () => Promise<void>;
}

/** Queries sent at once: enough that sending costs little compared with answering. */
const SENT_AT_ONCE = 25;

/** Starts this many helpers over a transferable snapshot. A batch rejects with `internal` when one of them is lost. */
export function startHelpers(image: HelperImage, threads: number, startThread: StartThread): HelpedBatches {
  const service = new WorkerService<typeof begin>({
    module: 'query-worker', // `startThread` knows what is loaded
    start: () => image,
    threads,
    startThread,
    faultOf: ({ reason }) => new SameasError('internal', `Matching was interrupted: ${reason}.`),
  });
  return {
    ask: async (queries) => {
      const portions = Array.from({ length: Math.ceil(queries.length / SENT_AT_ONCE) }, (_, i) =>
        queries.slice(i * SENT_AT_ONCE, (i + 1) * SENT_AT_ONCE),
      );
      const answered = await Promise.all(
        portions.map((portion) =>
          service.run('answer', { queries: portion, form: WITHOUT_REASONS }, { load: portion.length }),
        ),
      );
      return answered.flat().map(fromPlainOutcome);
    },
    close: () => service.close(),
  };
}

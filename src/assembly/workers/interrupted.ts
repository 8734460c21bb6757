import { memoryRanOut } from '../../datasets/refuse-too-large.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { WorkerEnd } from './worker-thread.js';

/**
 * The error for work on a dataset whose thread has ended: `dataset-too-large` for lack of memory, else `internal`.
 * `work`: "Loading", "Indexing".
 */
export function interrupted(work: string, { cause, reason, fault }: WorkerEnd): SameasError {
  return cause === 'memory' && fault !== undefined
    ? memoryRanOut(fault)
    : new SameasError('internal', `${work} the dataset was interrupted: ${fault?.message ?? reason}.`, {
        cause: fault,
      });
}

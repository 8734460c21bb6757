import { setImmediate as nextTurn } from 'node:timers/promises';
import { deadlineAfter } from '../foundation/deadline.js';
import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { AnswerForm, AnswerIn, Outcome } from '../describe/answer.js';
import type { BatchExecutor, SnapshotWork } from '../describe/served-snapshot.js';

/** Maximum time of blocking other requests. */
const SLICE_MS = 5;

interface InlineBatchOptions {
  /** For one batch; later queries get less effort. */
  readonly batchTimeoutMs: number;
  /** For one query of it. */
  readonly queryTimeoutMs: number;
}

/** Computes batches on the calling thread, yielding to other work every few milliseconds. */
export function createInlineBatchExecutor(snapshot: DatasetSnapshot, options: InlineBatchOptions): BatchExecutor {
  // Started here, so that no query waits for it; a pool of threads does not need it on this one.
  const answering = import('./answer-query.js');
  return {
    execute: async <Form extends AnswerForm>(
      queries: readonly ReconciliationQuery[],
      form: Form,
      begunMsAgo = 0,
    ): Promise<readonly Outcome<AnswerIn<Form>>[]> => {
      const { answerQuery } = await answering;
      const limits = {
        batchDeadline: deadlineAfter(options.batchTimeoutMs - begunMsAgo),
        queryTimeoutMs: options.queryTimeoutMs,
      };
      const outcomes: Outcome<AnswerIn<Form>>[] = [];
      let sliceEnd = performance.now() + SLICE_MS;
      for (const query of queries) {
        outcomes.push(answerQuery(snapshot, query, form, limits));
        if (performance.now() > sliceEnd) {
          await nextTurn();
          sliceEnd = performance.now() + SLICE_MS;
        }
      }
      return outcomes;
    },
  };
}

/** Other work over a snapshot on the calling thread, for a service without threads. */
export function inlineWorker(snapshot: DatasetSnapshot): SnapshotWork {
  return {
    extend: (task) => Promise.resolve().then(() => renderAnswer(snapshot.dataset, readExtensionTask(task), task.wire)),
    explain: async (task) => (await import('../describe/explain-candidate.js')).explainQuery(snapshot, task),
    write: async (task) => (await import('./write-dataset-part.js')).writeDatasetPart(snapshot.dataset, task),
  };
}

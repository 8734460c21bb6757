import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { deadlineAfter } from '../foundation/deadline.js';
import { answerQuery } from './answer-query.js';
import { attachGeneration, type GenerationImage } from './generation-image.js';
import { toPlainError, type BatchAnswer, type BatchTask, type PlainOutcome } from './worker-protocol.js';

/** The body of a batch worker thread: attaches to the generation it was started with and answers slices of batches until it is ended. */
function serve(): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const generation = attachGeneration(workerData as GenerationImage); // given by worker-pool-batch-executor.ts
  port.on('message', ({ task, queries, form, batchTimeoutMs, queryTimeoutMs }: BatchTask) => {
    const limits = { batchDeadline: deadlineAfter(batchTimeoutMs), queryTimeoutMs };
    const outcomes = queries.map((query): PlainOutcome => {
      const outcome = answerQuery(generation, query, form, limits);
      return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) };
    });
    port.postMessage({ task, outcomes } satisfies BatchAnswer);
  });
}

serve();

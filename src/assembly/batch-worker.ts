import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { deadlineAfter, NO_DEADLINE } from '../foundation/deadline.js';
import type { DatasetGeneration } from '../reconciliation/dataset-generation.js';
import { prepareRegionCodes } from '../reconciliation/scoring/record/region-names.js';
import { answerQuery } from './answer-query.js';
import { exerciseQueries } from './exercise-queries.js';
import { attachGeneration, type GenerationImage } from './generation-image.js';
import { takeInSpareTime } from './spare-time.js';
import { toPlainError, type BatchAnswer, type BatchTask, type PlainOutcome } from './worker-protocol.js';

/** The most that a thread computes without being asked, and the effort for one query of that: who asks meanwhile waits for it. */
const MOST_SPARE_MS = 1500;
const EXERCISE_MS = 50;

/** The body of a batch worker thread: attaches to the generation it was started with and takes queries of batches until it is ended. */
function serve(): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const generation = attachGeneration(workerData as GenerationImage); // given by batch-thread.ts
  let answered = 0;
  takeInSpareTime(preparations(generation, () => answered), MOST_SPARE_MS);
  port.on('message', ({ task, queries, next, form, batchTimeoutMs, queryTimeoutMs }: BatchTask) => {
    const limits = { batchDeadline: deadlineAfter(batchTimeoutMs), queryTimeoutMs };
    const counter = new Int32Array(next);
    const places: number[] = [];
    const outcomes: PlainOutcome[] = [];
    for (;;) {
      const place = Atomics.add(counter, 0, 1);
      const query = queries[place];
      if (query === undefined) break;
      const outcome = answerQuery(generation, query, form, limits);
      places.push(place);
      outcomes.push(outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) });
    }
    answered += places.length;
    port.postMessage({ task, places, outcomes } satisfies BatchAnswer);
  });
}

/**
 * Names of countries are compared in seven languages, and the table of them takes a tenth of a second: it is made before a query needs it. Then the
 * code that answers queries is exercised, until `answered` says that it has been exercised by those who asked.
 */
function* preparations(generation: DatasetGeneration, answered: () => number): Generator<void> {
  if (generation.dataset.properties.some(({ datatype }) => datatype === 'text')) while (prepareRegionCodes()) yield;
  for (const query of exerciseQueries(generation, answered)) {
    answerQuery(generation, query, 'objects', { batchDeadline: NO_DEADLINE, queryTimeoutMs: EXERCISE_MS });
    yield;
  }
}

serve();

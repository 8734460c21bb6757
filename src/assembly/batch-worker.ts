import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { deadlineAfter } from '../foundation/deadline.js';
import { asSameasError } from '../foundation/sameas-error.js';
import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { explainWithLearned } from '../learning/explain-with-learned.js';
import type { Explanation } from '../reconciliation/explanation.js';
import { prepareRegionCodes } from '../reconciliation/scoring/record/region-names.js';
import { answerQuery } from './answer-query.js';
import { attachChanges } from './changed-snapshot.js';
import { attachSnapshot } from './snapshot-image.js';
import { toPlainError, type AttachChangesTask, type AttachTask, type BatchAnswer, type BatchTask, type DetachTask, type PlainOutcome, type SnapshotCall, type SnapshotResult, type WorkAnswer, type WorkTask } from './worker-protocol.js';

/** The body of a batch worker thread: attaches to the snapshots that it is given, and takes queries of batches over them until it is ended. */
function serve(): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const snapshots = new Map<number, DatasetSnapshot>();
  const attach = (task: AttachTask | AttachChangesTask): void => {
    if (task.kind === 'attach-changes') {
      snapshots.set(task.snapshot, attachChanges(attached(task.base), task.id, task.changes));
      return;
    }
    const snapshot = attachSnapshot(task.image);
    snapshots.set(task.snapshot, snapshot);
    prepareInSpareTime(snapshot);
  };
  const attached = (number: number): DatasetSnapshot => {
    const snapshot = snapshots.get(number);
    if (snapshot === undefined) throw new Error(`the thread has no snapshot ${String(number)}`);
    return snapshot;
  };
  (workerData as readonly (AttachTask | AttachChangesTask)[]).forEach(attach); // given by batch-thread.ts
  port.on('message', (message: AttachTask | AttachChangesTask | DetachTask | BatchTask | WorkTask) => {
    switch (message.kind) {
      case 'attach':
      case 'attach-changes':
        attach(message);
        return;
      case 'detach':
        snapshots.delete(message.snapshot);
        return;
      case 'work':
        port.postMessage({ kind: 'work', task: message.task, result: resultOf(attached(message.snapshot), message.work) } satisfies WorkAnswer);
        return;
      case 'batch':
        port.postMessage(answerShare(attached(message.snapshot), message));
    }
  });
}

/** The queries of the batch that no other thread has begun, one after the other. */
function answerShare(snapshot: DatasetSnapshot, { task, queries, next, form, batchTimeoutMs, queryTimeoutMs }: BatchTask): BatchAnswer {
  const limits = { batchDeadline: deadlineAfter(batchTimeoutMs), queryTimeoutMs };
  const counter = new Int32Array(next);
  const places: number[] = [];
  const outcomes: PlainOutcome[] = [];
  for (;;) {
    const place = Atomics.add(counter, 0, 1);
    const query = queries[place];
    if (query === undefined) return { kind: 'batch', task, places, outcomes };
    const outcome = answerQuery(snapshot, query, form, limits);
    places.push(place);
    outcomes.push(outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) });
  }
}

function resultOf(snapshot: DatasetSnapshot, work: SnapshotCall): SnapshotResult {
  try {
    if (work.kind === 'explain') return { kind: 'explained', explanation: told(explainWithLearned(snapshot, work.task)) };
    return { kind: 'extended', json: renderAnswer(snapshot.dataset, readExtensionTask(work.task), work.task.wire) };
  } catch (thrown) {
    return { kind: 'failed', error: toPlainError(asSameasError(thrown)) };
  }
}

/** With the reasons as text: they are computed when they are read, which is possible only here. */
function told(explanation: Explanation): Explanation {
  const { candidate } = explanation;
  return { ...explanation, candidate: { ...candidate, features: candidate.features.map(({ id, value, reason }) => ({ id, value, reason })) } };
}

/** When those who waited for the service have had their first answers, and between two parts of the work. */
const BEGIN_AFTER_MS = 1500;
const PAUSE_MS = 10;

/** Names of countries are compared in seven languages, and the table of them takes a tenth of a second: it is made before a query needs it, a few milliseconds at a time. */
function prepareInSpareTime({ dataset }: DatasetSnapshot): void {
  if (!dataset.properties.some(({ datatype }) => datatype === 'text')) return;
  const step = (): void => {
    if (prepareRegionCodes()) setTimeout(step, PAUSE_MS).unref();
  };
  setTimeout(step, BEGIN_AFTER_MS).unref();
}

serve();

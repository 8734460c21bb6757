import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { deadlineAfter, NO_DEADLINE } from '../foundation/deadline.js';
import { collectGarbage } from '../foundation/collect-garbage.js';
import { asSameasError } from '../foundation/sameas-error.js';
import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { explainQuery } from '../describe/explain-candidate.js';
import { prepareRegionCodes } from '../text/region-names.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { DatasetPartTask, RenderedOutcome } from '../describe/served-snapshot.js';
import { answerBeforehand } from './answer-beforehand.js';
import { answerQuery } from './answer-query.js';
import type { AttachedCluster } from './attach-cluster.js';
import { attachChanges } from './changed-snapshot.js';
import { attachSnapshot } from './snapshot-image.js';
import { toldExplanation } from './told-explanation.js';
import {
  toPlainError,
  type AttachAnyTask,
  type BatchAnswer,
  type BatchTask,
  type DetachTask,
  type PlainOutcome,
  type SnapshotCall,
  type SnapshotResult,
  type WorkAnswer,
  type WorkTask,
} from './worker-protocol.js';

/** The body of a batch worker thread: attaches to the snapshots that it is given, and takes queries of batches over them until it is ended. */
function serve(): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const snapshots = new Map<number, DatasetSnapshot>();
  const clusters = new Map<number, Promise<AttachedCluster>>();
  const attach = (task: AttachAnyTask): void => {
    if (task.kind === 'attach-cluster') {
      // Loaded where it is asked for: most services have their dataset in memory.
      clusters.set(
        task.snapshot,
        import('./attach-cluster.js').then(({ attachCluster }) => attachCluster(task.image)),
      );
      return;
    }
    if (task.kind === 'attach-changes') {
      snapshots.set(task.snapshot, attachChanges(attached(task.base), task.id, task.changes));
      return;
    }
    const snapshot = attachSnapshot(task.image);
    if (snapshots.size === 0)
      answerBeforehand(snapshot, (query) =>
        answerQuery(snapshot, query, 'objects', { batchDeadline: NO_DEADLINE, queryTimeoutMs: BEFOREHAND_TIMEOUT_MS }),
      );
    snapshots.set(task.snapshot, snapshot);
    prepareInSpareTime(snapshot);
  };
  const attached = (number: number): DatasetSnapshot => {
    const snapshot = snapshots.get(number);
    if (snapshot === undefined) throw new Error(`the thread has no snapshot ${String(number)}`);
    return snapshot;
  };
  (workerData as readonly AttachAnyTask[]).forEach(attach); // given by batch-thread.ts
  port.on('message', (message: AttachAnyTask | DetachTask | BatchTask | WorkTask) => {
    switch (message.kind) {
      case 'attach':
      case 'attach-changes':
      case 'attach-cluster':
        attach(message);
        return;
      case 'detach':
        snapshots.delete(message.snapshot);
        void clusters.get(message.snapshot)?.then(({ close }) => close());
        clusters.delete(message.snapshot);
        collectGarbage();
        return;
      case 'work': {
        const { task, work } = message;
        const answer = (result: SnapshotResult): void =>
          port.postMessage({ kind: 'work', task, result } satisfies WorkAnswer);
        const cluster = clusters.get(message.snapshot);
        if (cluster !== undefined)
          void cluster
            .then(({ read, write }) => (work.kind === 'write' ? write() : read((snapshot) => resultOf(snapshot, work))))
            .catch(failed)
            .then(answer);
        else if (work.kind === 'write') void partOf(attached(message.snapshot), work.task).catch(failed).then(answer);
        else answer(resultOf(attached(message.snapshot), work));
        return;
      }
      case 'batch': {
        const cluster = clusters.get(message.snapshot);
        if (cluster !== undefined)
          void cluster
            .then((dataset) => answerShareFromCluster(dataset, message))
            .then((answer) => port.postMessage(answer));
        else port.postMessage(answerShare(attached(message.snapshot), message));
      }
    }
  });
}

/** The queries of the batch that no other thread has begun, one after the other. */
function answerShare(
  snapshot: DatasetSnapshot,
  { task, queries, next, form, batchTimeoutMs, queryTimeoutMs }: BatchTask,
): BatchAnswer {
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
    outcomes.push(plainOutcome(outcome));
  }
}

/** The same over a dataset in a search cluster, many queries at once. */
async function answerShareFromCluster(
  dataset: AttachedCluster,
  { task, queries, next, form, batchTimeoutMs, queryTimeoutMs }: BatchTask,
): Promise<BatchAnswer> {
  const { answerFromCluster } = await import('./answer-from-cluster.js');
  const counter = new Int32Array(next);
  const places: number[] = [];
  const outcomes: PlainOutcome[] = [];
  const nextQuery = (): { readonly place: number; readonly query: ReconciliationQuery } | undefined => {
    const place = Atomics.add(counter, 0, 1);
    const query = queries[place];
    return query === undefined ? undefined : { place, query };
  };
  await answerFromCluster(
    dataset,
    nextQuery,
    form,
    { batchDeadline: deadlineAfter(batchTimeoutMs), queryTimeoutMs },
    (place, outcome) => {
      places.push(place);
      outcomes.push(plainOutcome(outcome));
    },
  );
  return { kind: 'batch', task, places, outcomes };
}

function plainOutcome(outcome: RenderedOutcome): PlainOutcome {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) };
}

function failed(thrown: unknown): SnapshotResult {
  return { kind: 'failed', error: toPlainError(asSameasError(thrown)) };
}

async function partOf({ dataset }: DatasetSnapshot, task: DatasetPartTask): Promise<SnapshotResult> {
  const { writeDatasetPart } = await import('./write-dataset-part.js');
  return { kind: 'written', part: writeDatasetPart(dataset, task) };
}

function resultOf(snapshot: DatasetSnapshot, work: Exclude<SnapshotCall, { kind: 'write' }>): SnapshotResult {
  try {
    if (work.kind === 'explain')
      return { kind: 'explained', explanation: toldExplanation(explainQuery(snapshot, work.task)) };
    return { kind: 'extended', json: renderAnswer(snapshot.dataset, readExtensionTask(work.task), work.task.wire) };
  } catch (thrown) {
    return failed(thrown);
  }
}

/** For a query that nobody waits for. */
const BEFOREHAND_TIMEOUT_MS = 1000;

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

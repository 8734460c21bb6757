import { collectGarbage } from '../foundation/collect-garbage.js';
import { deadlineAfter, NO_DEADLINE } from '../foundation/deadline.js';
import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { explainQuery, type ExplainTask, type Explanation } from '../describe/explain-candidate.js';
import { prepareRegionCodes } from '../text/region-names.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { AnswerForm, AnswerIn } from '../describe/answer.js';
import type { DatasetPart, DatasetPartTask, ExtensionTask } from '../describe/served-snapshot.js';
import { answerBeforehand } from './answer-beforehand.js';
import { answerQuery } from './answer-query.js';
import type { AttachedCluster } from './attach-cluster.js';
import { attachChanges, type ChangesImage } from './changed-snapshot.js';
import type { ClusterImage } from './cluster-image.js';
import { toPlainOutcome, type PlainOutcome } from './plain-outcome.js';
import { attachSnapshot, type SnapshotImage } from './snapshot-image.js';
import { localisedExplanation } from './told-explanation.js';

/** A snapshot that tasks name by its number. */
export type AttachTask =
  | { readonly kind: 'attach'; readonly snapshot: number; readonly image: SnapshotImage }
  /** One that the thread has already, with changes in front of it. */
  | {
      readonly kind: 'attach-changes';
      readonly snapshot: number;
      /** The number of the one without changes. */
      readonly base: number;
      readonly id: string;
      readonly changes: ChangesImage;
    }
  | { readonly kind: 'attach-cluster'; readonly snapshot: number; readonly image: ClusterImage };

/** A batch for several threads. */
export interface BatchTask {
  readonly snapshot: number;
  readonly queries: readonly ReconciliationQuery[];
  /** One number that all threads with this batch have in common: the place of the next query that none of them has begun. */
  readonly next: SharedArrayBuffer;
  readonly form: AnswerForm;
  readonly batchTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** The queries that a thread took, by their places in the batch, and one outcome for each. */
export interface BatchShare {
  readonly places: readonly number[];
  readonly outcomes: readonly PlainOutcome<AnswerIn<AnswerForm>>[];
}

/** Other work over a snapshot. */
export interface SnapshotTask<Task> {
  readonly snapshot: number;
  readonly task: Task;
}

/** A thread that computes over the snapshots that are attached to it. */
export function begin(attachedFirst: readonly AttachTask[]) {
  const snapshots = new Map<number, DatasetSnapshot>();
  const clusters = new Map<number, Promise<AttachedCluster>>();
  const attach = (task: AttachTask): void => {
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
  const over = async <T>(number: number, use: (snapshot: DatasetSnapshot) => T): Promise<T> => {
    const cluster = clusters.get(number);
    return cluster === undefined ? use(attached(number)) : (await cluster).read(use);
  };
  attachedFirst.forEach(attach);
  return {
    attach,
    detach: (number: number): void => {
      snapshots.delete(number);
      void clusters.get(number)?.then(({ close }) => close());
      clusters.delete(number);
      collectGarbage();
    },
    batch: async (task: BatchTask): Promise<BatchShare> => {
      const cluster = clusters.get(task.snapshot);
      return cluster === undefined
        ? answerShare(attached(task.snapshot), task)
        : answerShareFromCluster(await cluster, task);
    },
    extend: ({ snapshot, task }: SnapshotTask<ExtensionTask>): Promise<string> =>
      over(snapshot, ({ dataset }) => renderAnswer(dataset, readExtensionTask(task), task.wire)),
    explain: ({ snapshot, task }: SnapshotTask<ExplainTask>): Promise<Explanation> =>
      over(snapshot, (current) => localisedExplanation(explainQuery(current, task))),
    write: async ({ snapshot, task }: SnapshotTask<DatasetPartTask>): Promise<DatasetPart> => {
      const cluster = clusters.get(snapshot);
      if (cluster !== undefined) return (await cluster).write();
      const { writeDatasetPart } = await import('./write-dataset-part.js');
      return writeDatasetPart(attached(snapshot).dataset, task);
    },
  };
}

/** The queries of the batch that no other thread has begun, one after the other. */
function answerShare(
  snapshot: DatasetSnapshot,
  { queries, next, form, batchTimeoutMs, queryTimeoutMs }: BatchTask,
): BatchShare {
  const limits = { batchDeadline: deadlineAfter(batchTimeoutMs), queryTimeoutMs };
  const counter = new Int32Array(next);
  const places: number[] = [];
  const outcomes: PlainOutcome<AnswerIn<AnswerForm>>[] = [];
  for (;;) {
    const place = Atomics.add(counter, 0, 1);
    const query = queries[place];
    if (query === undefined) return { places, outcomes };
    places.push(place);
    outcomes.push(toPlainOutcome(answerQuery(snapshot, query, form, limits)));
  }
}

/** The same over a dataset in a search cluster, many queries at once. */
async function answerShareFromCluster(
  dataset: AttachedCluster,
  { queries, next, form, batchTimeoutMs, queryTimeoutMs }: BatchTask,
): Promise<BatchShare> {
  const { answerFromCluster } = await import('./answer-from-cluster.js');
  const counter = new Int32Array(next);
  const places: number[] = [];
  const outcomes: PlainOutcome<AnswerIn<AnswerForm>>[] = [];
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
      outcomes.push(toPlainOutcome(outcome));
    },
  );
  return { places, outcomes };
}

/** For a query that no client waits for. */
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

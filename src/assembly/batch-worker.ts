import { collectGarbage } from '../foundation/collect-garbage.js';
import { deadlineAfter, NO_DEADLINE } from '../foundation/deadline.js';
import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { explainQuery, type ExplainTask, type Explanation } from '../describe/explain-candidate.js';
import { prepareRegionCodes } from '../text/region-names.js';
import { type ReconciliationQuery, DEFAULT_LIMIT, type PropertyCondition } from '../scoring/query.js';
import type { AnswerForm, AnswerIn } from '../describe/answer.js';
import type { DatasetPart, DatasetPartTask, ExtensionTask } from '../describe/served-snapshot.js';
import { answerQuery } from './answer-query.js';
import type { AttachedCluster } from './attach-cluster.js';
import { attachChanges, type ChangesImage } from './changed-snapshot.js';
import type { ClusterImage } from './cluster-image.js';
import { toPlainOutcome, type PlainOutcome } from './plain-outcome.js';
import { attachSnapshot, type SnapshotImage } from './snapshot-image.js';
import { localisedExplanation } from './localised-explanation.js';
import type { Entity } from '../entities/entity.js';
import { valueText } from '../entities/value-text.js';

/** A snapshot with the number that tasks refer to. */
export type AttachTask =
  | { readonly kind: 'attach'; readonly snapshot: number; readonly image: SnapshotImage }
  /** Changes in front of an attached snapshot. */
  | {
      readonly kind: 'attach-changes';
      readonly snapshot: number;
      readonly base: number;
      readonly id: string;
      readonly changes: ChangesImage;
    }
  | { readonly kind: 'attach-cluster'; readonly snapshot: number; readonly image: ClusterImage };

export interface BatchTask {
  readonly snapshot: number;
  readonly queries: readonly ReconciliationQuery[];
  /** Position of the next query that no thread has taken; shared by all threads of the batch. */
  readonly next: SharedArrayBuffer;
  readonly form: AnswerForm;
  readonly batchTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** The positions in the batch of the queries that a thread took, with one outcome for each. */
export interface BatchShare {
  readonly places: readonly number[];
  readonly outcomes: readonly PlainOutcome<AnswerIn<AnswerForm>>[];
}

export interface SnapshotTask<Task> {
  readonly snapshot: number;
  readonly task: Task;
}

/** A thread that computes over its attached snapshots. */
export function begin(attachedFirst: readonly AttachTask[]) {
  const all = new AttachedSnapshots();
  for (const task of attachedFirst) all.attach(task);
  return {
    attach: (task: AttachTask): void => all.attach(task),
    detach: (number: number): void => all.detach(number),
    batch: async (task: BatchTask): Promise<BatchShare> => {
      const cluster = all.clusterOf(task.snapshot);
      return cluster === undefined
        ? answerShare(all.snapshotOf(task.snapshot), task)
        : answerShareFromCluster(await cluster, task);
    },
    extend: ({ snapshot, task }: SnapshotTask<ExtensionTask>): Promise<string> =>
      all.over(snapshot, ({ dataset }) => renderAnswer(dataset, readExtensionTask(task), task.wire)),
    explain: ({ snapshot, task }: SnapshotTask<ExplainTask>): Promise<Explanation> =>
      all.over(snapshot, (current) => localisedExplanation(explainQuery(current, task))),
    write: async ({ snapshot, task }: SnapshotTask<DatasetPartTask>): Promise<DatasetPart> => {
      const cluster = all.clusterOf(snapshot);
      if (cluster !== undefined) return (await cluster).write();
      const { writeDatasetPart } = await import('./write-dataset-part.js');
      return writeDatasetPart(all.snapshotOf(snapshot).dataset, task);
    },
  };
}

/** Snapshots of a thread by number, in memory or in a cluster. */
class AttachedSnapshots {
  readonly #snapshots = new Map<number, DatasetSnapshot>();
  readonly #clusters = new Map<number, Promise<AttachedCluster>>();

  attach(task: AttachTask): void {
    if (task.kind === 'attach-cluster') {
      // Loaded on demand: most services have their dataset in memory.
      const attaching = import('./attach-cluster.js').then(({ attachCluster }) => attachCluster(task.image));
      this.#clusters.set(task.snapshot, attaching);
      return;
    }
    if (task.kind === 'attach-changes') {
      this.#snapshots.set(task.snapshot, attachChanges(this.snapshotOf(task.base), task.id, task.changes));
      return;
    }
    const snapshot = attachSnapshot(task.image);
    if (this.#snapshots.size === 0)
      answerBeforehand(snapshot, (query) =>
        answerQuery(snapshot, query, 'objects', { batchDeadline: NO_DEADLINE, queryTimeoutMs: BEFOREHAND_TIMEOUT_MS }),
      );
    this.#snapshots.set(task.snapshot, snapshot);
    prepareInSpareTime(snapshot);
  }

  detach(number: number): void {
    this.#snapshots.delete(number);
    void this.clusterOf(number)?.then(({ close }) => close());
    this.#clusters.delete(number);
    collectGarbage();
  }

  /** Throws for a number that is not in memory. */
  snapshotOf(number: number): DatasetSnapshot {
    const snapshot = this.#snapshots.get(number);
    if (snapshot === undefined) throw new Error(`the thread has no snapshot ${String(number)}`);
    return snapshot;
  }

  clusterOf(number: number): Promise<AttachedCluster> | undefined {
    return this.#clusters.get(number);
  }

  async over<T>(number: number, use: (snapshot: DatasetSnapshot) => T): Promise<T> {
    const cluster = this.clusterOf(number);
    return cluster === undefined ? use(this.snapshotOf(number)) : (await cluster).read(use);
  }
}

/** Answers queries of the batch, one at a time, until all are taken. */
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

/** The same for a dataset in a search cluster, many queries at once. */
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

/** For a warm-up query. */
const BEFOREHAND_TIMEOUT_MS = 1000;

/** Delay of the preparation, so that waiting clients are answered first, and between two parts of it. */
const BEGIN_AFTER_MS = 1500;
const PAUSE_MS = 10;

/**
 * Prepares the table of country names in seven languages, which takes a tenth of a second, a few milliseconds at a time
 * before a query needs it.
 */
function prepareInSpareTime({ dataset }: DatasetSnapshot): void {
  if (!dataset.properties.some(({ datatype }) => datatype === 'text')) return;
  const step = (): void => {
    if (prepareRegionCodes()) setTimeout(step, PAUSE_MS).unref();
  };
  setTimeout(step, BEGIN_AFTER_MS).unref();
}

/*
 * The first queries of a thread take several times as long as later ones, because the code that answers them has not
 * been compiled to its quick form. So a thread queries its first dataset about its own entities while idle; tasks of
 * the service come between two of these queries.
 */

/** Enough to compile most of the code, without delaying clients for many expensive queries. */
const MAX_QUERIES = 600;
const MAX_MS = 5000;

/** Runs queries about entities of the dataset through `ask`, one at a time, while the thread is idle. */
export function answerBeforehand({ dataset }: DatasetSnapshot, ask: (query: ReconciliationQuery) => void): void {
  const { entities } = dataset;
  const most = Math.min(MAX_QUERIES, entities.size);
  let asked = 0;
  let spentMs = 0;
  const step = (): void => {
    if (asked >= most || spentMs >= MAX_MS) return;
    const start = performance.now();
    ask(queryAbout(entities.entity(Math.floor((entities.size * asked) / most)), asked++));
    spentMs += performance.now() - start;
    setImmediate(step);
  };
  setImmediate(step);
}

/**
 * A typical query about an entity, alternating: a letter missing, an additional word, or the properties of the entity.
 */
function queryAbout({ name, properties }: Entity, turn: number): ReconciliationQuery {
  const half = Math.ceil(name.length / 2);
  const texts = [`${name.slice(0, half)}${name.slice(half + 1)}`, `${name} ${name.slice(0, 1)}`, name];
  const conditions = Object.entries(properties).map(([property, values]): PropertyCondition => ({
    property,
    values: values.slice(0, 1).map(valueText),
  }));
  return {
    text: texts[turn % texts.length] ?? name,
    types: [],
    typeMode: 'any',
    properties: turn % 2 === 0 ? [] : conditions,
    limit: DEFAULT_LIMIT,
  };
}

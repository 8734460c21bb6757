import type { Observe } from '../foundation/observation.js';
import type { Sections } from '../foundation/sections.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type {
  BatchExecutor,
  DatasetPart,
  DatasetPartTask,
  ExtensionTask,
  SnapshotWork,
} from '../describe/served-snapshot.js';
import type { ExplainTask, Explanation } from '../describe/explain-candidate.js';
import type { AnswerForm, AnswerIn, Outcome } from '../describe/answer.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { AttachTask, BatchTask, begin } from './batch-worker.js';
import { isClusterImage, type ClusterImage } from './cluster-image.js';
import { fromPlainOutcome, type PlainOutcome } from './plain-outcome.js';
import type { SnapshotImage } from './snapshot-image.js';
import { WorkerService } from './workers/worker-service.js';
import type { StartThread } from './workers/worker-thread.js';

/*
 * A pool of threads that all compute on the same shared memory, of as many snapshots as are attached. A batch is given to several threads at once, and each takes the
 * next query that none of them has begun: so all are done at about the same time, whatever each query costs and whichever thread was
 * late. The answers are put in order; what comes out does not depend on who computed it.
 *
 * A thread that dies, or does not answer long after its deadline, is replaced. What it had taken is given out again, a query at a time, so that
 * only a query which kills a thread a second time fails; no other query of anybody's batch is lost.
 */

export interface WorkerPoolOptions {
  readonly workers: number;
  /** For one batch; what is computed after it is computed with less effort. */
  readonly batchTimeoutMs: number;
  readonly observe: Observe;
  readonly startThread?: StartThread;
}

/** How batches over one snapshot are answered. */
export interface PoolExecutorOptions {
  readonly batchTimeoutMs: number;
  /** For one query of a batch. */
  readonly queryTimeoutMs: number;
}

/** A batch as it is asked for. */
interface AskedBatch<Form extends AnswerForm> {
  readonly queries: readonly ReconciliationQuery[];
  readonly form: Form;
  readonly begunMsAgo: number;
}

/** What is done about a query that was taken by a thread which died. */
type OutcomeOfLost<Form extends AnswerForm> = (query: ReconciliationQuery) => Promise<Outcome<AnswerIn<Form>>>;

/** Work was not answered because its thread was lost. */
class ThreadLost extends Error {}

/** About how many queries other work is worth. */
const LOAD_OF_CALL = 10;
/** Nearly everything that a query makes is gone with it; left to itself, each thread would take four times as much for it. */
const YOUNG_MB = 8;
/** Queries for which one more thread is worth a message. */
const QUERIES_A_THREAD = 4;
/** A thread that is this long over a batch's deadline is taken to be stuck. */
const GRACE_MS = 10_000;

/** Threads that answer batches over the snapshots that are attached; they start at once and end with `close`. */
export class WorkerPool {
  readonly #threads: WorkerService<typeof begin>;
  /** In the order in which a new thread takes them up: a snapshot before what stands in front of it. */
  readonly #attached = new Map<number, AttachTask>();
  /** Snapshots without changes, by their sections, with how often they are used. */
  readonly #bases = new Map<Sections, { readonly number: number; users: number }>();
  #nextSnapshot = 0;

  constructor({ workers, batchTimeoutMs, observe, startThread }: WorkerPoolOptions) {
    this.#threads = new WorkerService({
      module: 'batch-worker',
      start: () => [...this.#attached.values()],
      threads: workers,
      limits: { maxYoungGenerationSizeMb: YOUNG_MB },
      silentMs: batchTimeoutMs + GRACE_MS,
      whenLost: ({ reason }) => observe({ kind: 'worker-replaced', reason }),
      faultOf: () => new ThreadLost(),
      ...(startThread !== undefined && { startThread }),
    });
  }

  /** Takes up a snapshot. Ends with `detach`. One with changes travels without what it has in common with the one that it was made from, as long as that, or another made from it, is attached. */
  attach(image: SnapshotImage | ClusterImage): number {
    if (isClusterImage(image)) {
      const snapshot = this.#nextSnapshot++;
      this.#tellAll({ kind: 'attach-cluster', snapshot, image });
      return snapshot;
    }
    const { id, sections, changes } = image;
    const base = this.#bases.get(sections) ?? { number: this.#nextSnapshot++, users: 0 };
    if (base.users === 0) {
      const { changes: _, ...whole } = image;
      this.#bases.set(sections, base);
      this.#tellAll({ kind: 'attach', snapshot: base.number, image: whole });
    }
    base.users++;
    if (changes === undefined) return base.number;
    const snapshot = this.#nextSnapshot++;
    this.#tellAll({ kind: 'attach-changes', snapshot, base: base.number, id, changes });
    return snapshot;
  }

  /** Lets a snapshot go that is not asked about any more. */
  detach(image: SnapshotImage | ClusterImage, snapshot: number): void {
    if (isClusterImage(image)) {
      this.#letGo(snapshot);
      return;
    }
    const base = this.#bases.get(image.sections);
    if (base === undefined) return;
    if (snapshot !== base.number) this.#letGo(snapshot);
    if (--base.users > 0) return;
    this.#bases.delete(image.sections);
    this.#letGo(base.number);
  }

  #tellAll(task: AttachTask): void {
    this.#attached.set(task.snapshot, task);
    this.#threads.tellAll('attach', task);
  }

  #letGo(snapshot: number): void {
    this.#attached.delete(snapshot);
    this.#threads.tellAll('detach', snapshot);
  }

  /** Gives a batch to the threads with the least to do. A query that a thread had taken when it was lost has `outcomeOfLost`. */
  async compute<Form extends AnswerForm>(
    batch: Omit<BatchTask, 'next'> & { readonly form: Form },
    outcomeOfLost: OutcomeOfLost<Form>,
  ): Promise<readonly Outcome<AnswerIn<Form>>[]> {
    const { queries } = batch;
    const count = Math.max(1, Math.floor(queries.length / QUERIES_A_THREAD));
    const next = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const shares = await Promise.allSettled(
      this.#threads.runOnSeveral(count, 'batch', { ...batch, next }, { load: queries.length }),
    );
    const outcomes: (Outcome<AnswerIn<Form>> | undefined)[] = [];
    for (const share of shares) {
      if (share.status === 'rejected') continue;
      const { places, outcomes: taken } = share.value;
      // Text or data, as the form is.
      const inForm = taken as readonly PlainOutcome<AnswerIn<Form>>[];
      inForm.forEach((outcome, i) => (outcomes[places[i] ?? -1] = fromPlainOutcome(outcome)));
    }
    return Promise.all(queries.map(async (query, place) => outcomes[place] ?? (await outcomeOfLost(query))));
  }

  /** Has the thread with the least to do do other work. A thread that is lost with it is not the last: it is given to another one once. */
  async call<Name extends 'extend' | 'explain' | 'write'>(
    name: Name,
    task: Parameters<ReturnType<typeof begin>[Name]>[0],
  ): Promise<Awaited<ReturnType<ReturnType<typeof begin>[Name]>>> {
    const once = () => this.#threads.run(name, task, { load: LOAD_OF_CALL });
    try {
      return await once();
    } catch (thrown) {
      if (!(thrown instanceof ThreadLost)) throw thrown;
      return await once().catch((again: unknown) => {
        throw again instanceof ThreadLost
          ? new SameasError(
              'query-failed',
              sentence('The service met a fault of its own, or the answer took too long.'),
            )
          : again;
      });
    }
  }

  /** Ends the threads, whatever they do; what they had to do fails. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Answers batches over one snapshot, which the pool lets go with `close`. */
export class WorkerPoolExecutor implements BatchExecutor, SnapshotWork {
  readonly #pool: WorkerPool;
  readonly #image: SnapshotImage | ClusterImage;
  readonly #snapshot: number;
  readonly #options: PoolExecutorOptions;

  constructor(pool: WorkerPool, image: SnapshotImage | ClusterImage, options: PoolExecutorOptions) {
    this.#pool = pool;
    this.#image = image;
    this.#snapshot = pool.attach(image);
    this.#options = options;
  }

  execute<Form extends AnswerForm>(
    queries: readonly ReconciliationQuery[],
    form: Form,
    begunMsAgo = 0,
  ): Promise<readonly Outcome<AnswerIn<Form>>[]> {
    return this.#compute({ queries, form, begunMsAgo }, (query) => this.#tryAgain(query, form));
  }

  extend(task: ExtensionTask): Promise<string> {
    return this.#pool.call('extend', { snapshot: this.#snapshot, task });
  }

  explain(task: ExplainTask): Promise<Explanation> {
    return this.#pool.call('explain', { snapshot: this.#snapshot, task });
  }

  write(task: DatasetPartTask): Promise<DatasetPart> {
    return this.#pool.call('write', { snapshot: this.#snapshot, task });
  }

  /** Frees the snapshot in every thread; called when there is no lease of it. */
  close(): Promise<void> {
    this.#pool.detach(this.#image, this.#snapshot);
    return Promise.resolve();
  }

  async #tryAgain<Form extends AnswerForm>(query: ReconciliationQuery, form: Form): Promise<Outcome<AnswerIn<Form>>> {
    const failed: Outcome<never> = {
      kind: 'failed',
      error: new SameasError('query-failed', sentence('The service met a fault of its own with this query.')),
    };
    const [outcome] = await this.#compute({ queries: [query], form, begunMsAgo: 0 }, () => Promise.resolve(failed));
    return outcome ?? failed;
  }

  #compute<Form extends AnswerForm>(
    { queries, form, begunMsAgo }: AskedBatch<Form>,
    outcomeOfLost: OutcomeOfLost<Form>,
  ): Promise<readonly Outcome<AnswerIn<Form>>[]> {
    const { queryTimeoutMs, batchTimeoutMs } = this.#options;
    return this.#pool.compute(
      {
        snapshot: this.#snapshot,
        queries,
        form,
        batchTimeoutMs: Math.max(0, batchTimeoutMs - begunMsAgo),
        queryTimeoutMs,
      },
      outcomeOfLost,
    );
  }
}

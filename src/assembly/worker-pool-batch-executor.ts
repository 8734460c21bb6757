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
 * A pool of threads that compute on the same shared memory of all attached snapshots. Several threads work on a batch,
 * and each takes the next query that none has taken: so all end at about the same time, whatever each query costs. The
 * answers are sorted; they do not depend on the thread.
 *
 * A thread that dies, or does not answer long after its deadline, is replaced. Its queries are repeated one at a time,
 * so that only a query that kills a second thread fails; no other query is lost.
 */

export interface WorkerPoolOptions {
  readonly workers: number;
  /** For one batch; later queries get less effort. */
  readonly batchTimeoutMs: number;
  readonly observe: Observe;
  readonly startThread?: StartThread;
}

export interface PoolExecutorOptions {
  readonly batchTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

interface BatchRequest<Form extends AnswerForm> {
  readonly queries: readonly ReconciliationQuery[];
  readonly form: Form;
  readonly begunMsAgo: number;
}

/** Repeats a query of a thread that died. */
type OutcomeOfLost<Form extends AnswerForm> = (query: ReconciliationQuery) => Promise<Outcome<AnswerIn<Form>>>;

class ThreadLost extends Error {}

/** Cost of other work, in queries. */
const LOAD_OF_CALL = 10;
/** Nearly all objects of a query are short-lived; by default each thread would use four times the memory. */
const YOUNG_MB = 8;
/** Queries that are worth a message to another thread. */
const QUERIES_A_THREAD = 4;
/** A thread that exceeds the deadline of a batch by this much is considered stuck. */
const GRACE_MS = 10_000;

/** Threads that answer batches over the attached snapshots; they start at once and end with `close`. */
export class WorkerPool {
  readonly #threads: WorkerService<typeof begin>;
  /** In the order for a new thread: a snapshot before its changes. */
  readonly #attached = new Map<number, AttachTask>();
  /** Snapshots without changes, by their sections, with reference counts. */
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

  /**
   * Attaches a snapshot until `detach`. One with changes is sent without its base while that, or another one on it, is
   * attached.
   */
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

  /** Gives a batch to the threads with the least load. Queries of a lost thread get `outcomeOfLost`. */
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
      // Text or data, by the form.
      const inForm = taken as readonly PlainOutcome<AnswerIn<Form>>[];
      inForm.forEach((outcome, i) => (outcomes[places[i] ?? -1] = fromPlainOutcome(outcome)));
    }
    return Promise.all(queries.map(async (query, place) => outcomes[place] ?? (await outcomeOfLost(query))));
  }

  /** Runs other work on the thread with the least load. If the thread is lost, another one repeats it once. */
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
          ? new SameasError('query-failed', sentence('The service failed, or the answer took too long.'))
          : again;
      });
    }
  }

  /** Ends the threads at once; pending work fails. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Answers batches over one snapshot, which `close` detaches. */
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

  /** Frees the snapshot in every thread; called without leases. */
  close(): Promise<void> {
    this.#pool.detach(this.#image, this.#snapshot);
    return Promise.resolve();
  }

  async #tryAgain<Form extends AnswerForm>(query: ReconciliationQuery, form: Form): Promise<Outcome<AnswerIn<Form>>> {
    const failed: Outcome<never> = {
      kind: 'failed',
      error: new SameasError('query-failed', sentence('The service failed on this query.')),
    };
    const [outcome] = await this.#compute({ queries: [query], form, begunMsAgo: 0 }, () => Promise.resolve(failed));
    return outcome ?? failed;
  }

  #compute<Form extends AnswerForm>(
    { queries, form, begunMsAgo }: BatchRequest<Form>,
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

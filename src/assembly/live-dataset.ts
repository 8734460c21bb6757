import { collectGarbage } from '../foundation/collect-garbage.js';
import type { Observe } from '../foundation/observation.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import { readInMemory, type DatasetSnapshot } from '../scoring/snapshot.js';
import type { LiveDataset, LoadFailure, ServedSnapshot, SnapshotLease } from '../describe/served-snapshot.js';
import type { ChangesImage } from './changed-snapshot.js';
import { LeasedSnapshots, stillLoading, type SnapshotExecutor } from './leased-snapshots.js';
import { attachSnapshot, withChanges, type SnapshotImage } from './snapshot-image.js';
import type { LoadReport } from '../datasets/load-report.js';
import { amountOf } from '../foundation/amount-of.js';

interface LiveDatasetOptions {
  /** For messages: the files as named by the user. */
  readonly sourceName: string;
  /**
   * Ends early and rejects when the signal aborts. May return `undefined` when the content still has the hash `served`.
   */
  readonly build: (stop: AbortSignal, served: string | undefined) => Promise<SnapshotImage | undefined>;
  /** The current content hash of the source. */
  readonly readContentHash: () => Promise<string>;
  readonly createExecutor: (image: SnapshotImage, snapshot: DatasetSnapshot) => SnapshotExecutor;
  /** Changes since a snapshot was built, where entities can be changed; called before it is served. */
  readonly changesOver?: (image: SnapshotImage) => Promise<ChangesImage | undefined>;
  readonly allowsShrinking?: boolean;
  readonly observe: Observe;
}

/**
 * Keeps one snapshot in service and replaces it without a gap: a request ends on the snapshot that it leased. The
 * states are those of `DATASET_STATES`.
 */
export class ReloadableDataset implements LiveDataset {
  readonly #options: LiveDatasetOptions;
  readonly #life = new LifeCycle(DATASET_STATES, 'starting');
  readonly #snapshots: LeasedSnapshots;
  readonly #closing = new AbortController();
  #loadFailure: LoadFailure | undefined;
  /** Last loaded snapshot, without changes. */
  #base: LoadedSnapshot | undefined;
  #running: Promise<SnapshotImage> | undefined;
  #queued: Promise<SnapshotImage> | undefined;

  constructor(options: LiveDatasetOptions) {
    this.#options = options;
    this.#snapshots = new LeasedSnapshots(options.observe);
  }

  current(): ServedSnapshot {
    return this.#withFailure(this.#served());
  }

  lease(): SnapshotLease {
    const lease = this.#snapshots.lease();
    return lease === undefined
      ? { served: this.#served(), release: () => undefined }
      : { ...lease, served: this.#withFailure(lease.served) };
  }

  /** Serves the last loaded snapshot with these changes in front; no effect when `image` is another one. */
  show(image: SnapshotImage, changes: ChangesImage | undefined): void {
    if (this.#base?.image === image && !this.#closing.signal.aborted) this.#serve(this.#base, changes);
  }

  /** loading: before the end of the first load; failed: it failed, and nothing is served. */
  state(): 'loading' | 'ready' | 'failed' {
    return this.#snapshots.current !== undefined
      ? 'ready'
      : this.#life.state === 'starting' || this.#life.state === 'closing'
        ? 'loading'
        : 'failed';
  }

  async close(): Promise<void> {
    if (!this.#life.takes('close')) return;
    this.#life.move('close');
    this.#closing.abort();
    await this.#running?.catch(() => undefined);
    await this.#snapshots.close();
    this.#life.move('closed');
  }

  /**
   * Loads if the source has changed; a failure is observed, reported by `current`, and leaves the served snapshot.
   * Never rejects.
   */
  async refresh(): Promise<void> {
    let hash: string;
    try {
      hash = await this.#options.readContentHash();
    } catch (thrown) {
      if (!this.#closing.signal.aborted) this.#failed(thrown);
      return;
    }
    if (hash === this.#snapshots.current?.snapshot.dataset.metadata.contentHash) this.#loadFailure = undefined;
    // Failures are observed by the load itself.
    else await this.load().catch(() => undefined);
  }

  /**
   * Loads and serves a new snapshot. A failed load rejects, and the old snapshot stays. Calls during a load share one
   * further load, which sees the changes made meanwhile.
   */
  load(): Promise<SnapshotImage> {
    if (this.#closing.signal.aborted) return Promise.reject(stopping());
    if (this.#running === undefined) {
      this.#running = this.#loadOnce().finally(() => (this.#running = undefined));
      return this.#running;
    }
    this.#queued ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#queued = undefined;
        return this.load();
      });
    return this.#queued;
  }

  async #loadOnce(): Promise<SnapshotImage> {
    const { sourceName, observe, build } = this.#options;
    const startedAt = performance.now();
    if (this.#life.takes('load')) this.#life.move('load');
    observe({ kind: 'dataset-loading', source: sourceName });
    try {
      const before = this.#base?.image;
      const image = (await build(this.#closing.signal, before?.facts.metadata.contentHash)) ?? before;
      if (image === undefined) throw new Error('nothing was loaded, although nothing is served');
      const snapshot = this.#isServed(image) ? this.#keep() : await this.#serveNew(image);
      observe({
        kind: 'dataset-ready',
        source: sourceName,
        snapshot: snapshot.id,
        entities: snapshot.dataset.entities.size,
        labels: snapshot.candidateIndex.labels.rowCount,
        searchedBy: INDEX_IN_WORDS[snapshot.candidateIndex.name],
        elapsedMs: performance.now() - startedAt,
      });
      this.#loadFailure = undefined;
      return image;
    } catch (thrown) {
      if (this.#closing.signal.aborted) throw stopping();
      this.#life.move('failed');
      throw this.#failed(thrown);
    }
  }

  /** Whether the snapshot in service has the same content. */
  #isServed({ id, changesThrough }: SnapshotImage): boolean {
    return this.#base?.image.id === id && this.#base.image.changesThrough === changesThrough;
  }

  #keep(): DatasetSnapshot {
    this.#life.move('kept');
    // The new snapshot is not needed.
    collectGarbage();
    return this.#served().snapshot;
  }

  async #serveNew(image: SnapshotImage): Promise<DatasetSnapshot> {
    const next = { image, snapshot: attachSnapshot(image) };
    if (this.#base !== undefined) {
      const before = { entities: this.#served().snapshot.dataset.entities.size, report: this.#base.image.report };
      refuseIncomplete(
        before,
        { entities: next.snapshot.dataset.entities.size, report: image.report },
        this.#options.allowsShrinking ?? false,
      );
      this.#life.move('read');
    }
    const changes = await this.#options.changesOver?.(image);
    this.#closing.signal.throwIfAborted();
    this.#base = next;
    const snapshot = this.#serve(this.#base, changes);
    this.#life.move('served');
    return snapshot;
  }

  #serve({ image, snapshot: whole }: LoadedSnapshot, changes: ChangesImage | undefined): DatasetSnapshot {
    const changed = changes === undefined ? image : withChanges(image, changes);
    const snapshot = changes === undefined ? whole : attachSnapshot(changed, whole);
    this.#snapshots.replace({
      snapshot,
      read: readInMemory(snapshot),
      executor: this.#options.createExecutor(changed, snapshot),
    });
    return snapshot;
  }

  #failed(thrown: unknown): SameasError {
    const error = asSameasError(thrown);
    this.#loadFailure = { at: new Date(), code: error.code };
    this.#options.observe({ kind: 'dataset-load-failed', source: this.#options.sourceName, error });
    return error;
  }

  /** Throws `not-ready` when nothing is served. */
  #served(): ServedSnapshot {
    const { current } = this.#snapshots;
    if (current === undefined) throw this.#loadFailure === undefined ? stillLoading() : notLoaded();
    return current;
  }

  #withFailure(current: ServedSnapshot): ServedSnapshot {
    return this.#loadFailure === undefined ? current : { ...current, loadFailure: this.#loadFailure };
  }
}

interface LoadedSnapshot {
  readonly image: SnapshotImage;
  readonly snapshot: DatasetSnapshot;
}

/** The caller may be anyone: details are only in the log. */
function notLoaded(): SameasError {
  return new SameasError('not-ready', sentence('The dataset could not be loaded.'), {
    advice: sentence('The log of the service has the reason.'),
  });
}

function stopping(): SameasError {
  return new SameasError('not-ready', 'The service stops.', { advice: 'Start it again.' });
}

/* States of a dataset and their transitions. `LifeCycle` throws for any other transition. */

/**
 * A dataset. `serving`, `reloading` and `changing` answer requests from a snapshot; `starting` and `failed` have none.
 * In `changing`, a snapshot that was read again waits for the entity changes that it lacks. `kept`: the content is
 * unchanged.
 */
const DATASET_STATES = {
  starting: { served: 'serving', failed: 'failed', close: 'closing' },
  failed: { load: 'starting', close: 'closing' },
  serving: { load: 'reloading', close: 'closing' },
  reloading: { read: 'changing', kept: 'serving', failed: 'serving', close: 'closing' },
  changing: { served: 'serving', failed: 'serving', close: 'closing' },
  closing: { closed: 'closed' },
  closed: {},
} as const;

type StateTable = Readonly<Record<string, Readonly<Record<string, string>>>>;
type EventOf<Table extends StateTable> = Extract<{ [State in keyof Table]: keyof Table[State] }[keyof Table], string>;

/** A state that changes only by the rows of its table. */
class LifeCycle<Table extends StateTable> {
  readonly #table: StateTable;
  #state: string;

  constructor(table: Table, first: Extract<keyof Table, string>) {
    this.#table = table;
    this.#state = first;
  }

  get state(): string {
    return this.#state;
  }

  takes(event: EventOf<Table>): boolean {
    return this.#table[this.#state]?.[event] !== undefined;
  }

  /** Moves to the next state. Throws without a transition. */
  move(event: EventOf<Table>): void {
    const next = this.#table[this.#state]?.[event];
    if (next === undefined) throw new Error(`nothing leads from "${this.#state}" by "${event}"`);
    this.#state = next;
  }
}

/** A reload with a smaller share of the entities is taken for an incomplete file. */
const MIN_SHARE = 0.5;

interface DatasetExtent {
  readonly entities: number;
  readonly report: LoadReport;
}

/**
 * Throws `dataset-incomplete` for a reload that is evidently incomplete: its last row is truncated, unlike before, or
 * less than half of the entities are left without `allowsShrinking`.
 */
function refuseIncomplete(before: DatasetExtent, now: DatasetExtent, allowsShrinking: boolean): void {
  const cut = cutOff(now.report);
  if (cut !== undefined && cutOff(before.report) === undefined)
    throw new SameasError('dataset-incomplete', `${cut.file} is not whole: ${cut.message}`, {
      facts: { file: cut.file },
      advice:
        'The dataset is served as it was. Write the whole file; best under another name, to be renamed when it is complete.',
    });
  if (allowsShrinking || now.entities >= before.entities * MIN_SHARE) return;
  throw new SameasError(
    'dataset-incomplete',
    `Of ${amountOf(before.entities, 'entity', 'entities')} only ${String(now.entities)} are left.`,
    {
      facts: { before: before.entities, now: now.entities },
      advice:
        'The dataset is served as it was. Write the whole file; if so few are meant, start the service again or use --allow-shrink.',
    },
  );
}

function cutOff({ problems }: LoadReport): LoadReport['problems'][number]['examples'][number] | undefined {
  return problems.find(({ kind }) => kind === 'cut-off')?.examples[0];
}

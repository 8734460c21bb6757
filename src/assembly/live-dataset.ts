import type { Observe } from '../foundation/observation.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type {
  BatchExecutor,
  LiveDataset,
  LoadFailure,
  ServedSnapshot,
  SnapshotWork,
} from '../describe/served-snapshot.js';
import { type DatasetSnapshot, readInMemory } from '../scoring/snapshot.js';
import type { ChangesImage } from './changed-snapshot.js';
import { attachSnapshot, withChanges, type SnapshotImage } from './snapshot-image.js';

/** What computes the batches of one snapshot, and how it is put away. */
export interface ExecutorLease extends BatchExecutor {
  /** What does other work over the snapshot. */
  readonly work: SnapshotWork;
  readonly close: () => Promise<void>;
}

export interface LiveDatasetOptions {
  /** For messages: the files, as the user named them. */
  readonly sourceName: string;
  readonly build: () => Promise<SnapshotImage>;
  /** The content hash of what a load would read now. */
  readonly readContentHash: () => Promise<string>;
  /** `attachSnapshot` when left out. */
  readonly attach?: (image: SnapshotImage) => ServedSnapshot['snapshot'];
  readonly createExecutor: (image: SnapshotImage, snapshot: ServedSnapshot['snapshot']) => ExecutorLease;
  /** What was changed since a snapshot was built, where entities may be changed; asked before it is served. */
  readonly changesOver?: (image: SnapshotImage) => Promise<ChangesImage | undefined>;
  readonly observe: Observe;
}

export interface ReloadableDataset extends LiveDataset {
  /**
   * Loads, and serves the new snapshot from then on. A failed load rejects, and the old snapshot stays. Calls made
   * while a load runs share one further load, which sees what changed meanwhile.
   */
  readonly load: () => Promise<SnapshotImage>;
  /** Loads when the list is no longer what is served; a failure is observed, told by `current`, and leaves what is served. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Serves the snapshot that was loaded last with these changes in front of it; nothing where `image` is not that one. */
  readonly show: (image: SnapshotImage, changes: ChangesImage | undefined) => void;
  /** loading: the first load is under way, or has not begun; failed: it has failed, and nothing is served. */
  readonly state: () => 'loading' | 'ready' | 'failed';
  readonly close: () => Promise<void>;
}

/** Requests take the snapshot when they begin to compute; long before this time none of the old one's is left to begin. */
const RETIREMENT_MS = 5_000;

function stillLoading(): SameasError {
  return new SameasError('not-ready', 'The dataset is still being loaded.', { advice: 'Try again in a few seconds.' });
}

/** Who asks may be anybody: the log has the words. */
function notLoaded(): SameasError {
  return new SameasError('not-ready', 'The dataset could not be loaded.', {
    advice: 'Those who run the service find the reason in its log.',
  });
}

/** Keeps one snapshot in service and changes it without a gap: requests under way end on the one they began with. */
export function createLiveDataset(options: LiveDatasetOptions): ReloadableDataset {
  let served: ServedSnapshot | undefined;
  let lease: ExecutorLease | undefined;
  let loadFailure: LoadFailure | undefined;
  /** What was loaded last, without changes. */
  let base: { readonly image: SnapshotImage; readonly snapshot: DatasetSnapshot } | undefined;
  const retired = new Map<ExecutorLease, NodeJS.Timeout>();
  let running: Promise<SnapshotImage> | undefined;
  let queued: Promise<SnapshotImage> | undefined;

  async function loadOnce(): Promise<SnapshotImage> {
    const startedAt = performance.now();
    options.observe({ kind: 'dataset-loading', source: options.sourceName });
    try {
      const image = await options.build();
      const changes = await options.changesOver?.(image);
      base = { image, snapshot: (options.attach ?? attachSnapshot)(image) };
      const snapshot = serve(base, changes);
      options.observe({
        kind: 'dataset-ready',
        source: options.sourceName,
        snapshot: snapshot.id,
        entities: snapshot.dataset.entities.size,
        labels: snapshot.candidateIndex.labels.rowCount,
        elapsedMs: performance.now() - startedAt,
      });
      loadFailure = undefined;
      return image;
    } catch (thrown) {
      throw failed(thrown);
    }
  }

  function serve(
    { image, snapshot: whole }: NonNullable<typeof base>,
    changes: ChangesImage | undefined,
  ): DatasetSnapshot {
    const changed = changes === undefined ? image : withChanges(image, changes);
    const snapshot = changes === undefined ? whole : attachSnapshot(changed, { base: whole });
    const executor = options.createExecutor(changed, snapshot);
    const old = lease;
    lease = executor;
    served = { snapshot, read: readInMemory(snapshot), batches: executor, work: executor.work };
    if (old !== undefined) retire(old);
    return snapshot;
  }

  function failed(thrown: unknown): SameasError {
    const error = asSameasError(thrown);
    loadFailure = { at: new Date(), code: error.code };
    options.observe({ kind: 'dataset-load-failed', source: options.sourceName, error });
    return error;
  }

  async function refresh(): Promise<void> {
    let hash: string;
    try {
      hash = await options.readContentHash();
    } catch (thrown) {
      failed(thrown);
      return;
    }
    if (hash === served?.snapshot.dataset.metadata.contentHash) loadFailure = undefined;
    // What fails is observed by the load itself.
    else await load().catch(() => undefined);
  }

  function retire(old: ExecutorLease): void {
    const timer = setTimeout(() => {
      retired.delete(old);
      void old.close();
    }, RETIREMENT_MS);
    timer.unref();
    retired.set(old, timer);
  }

  function load(): Promise<SnapshotImage> {
    if (running === undefined) {
      running = loadOnce().finally(() => (running = undefined));
      return running;
    }
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = undefined;
        return load();
      });
    return queued;
  }

  return {
    current: () => {
      if (served === undefined) throw loadFailure === undefined ? stillLoading() : notLoaded();
      return loadFailure === undefined ? served : { ...served, loadFailure };
    },
    load,
    refresh,
    show: (image, changes) => {
      if (base?.image === image) serve(base, changes);
    },
    state: () =>
      served !== undefined ? 'ready' : loadFailure === undefined || running !== undefined ? 'loading' : 'failed',
    close: async () => {
      for (const timer of retired.values()) clearTimeout(timer);
      await Promise.all(
        [...retired.keys(), ...(lease === undefined ? [] : [lease])].map((executor) => executor.close()),
      );
      retired.clear();
    },
  };
}

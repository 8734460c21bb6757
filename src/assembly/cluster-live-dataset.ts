import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import { connectCluster, type ClusterAccess } from '../cluster/cluster-connection.js';
import type { ClusterReading, ClusterState } from '../cluster/cluster-dataset.js';
import { fetchThrough, findIndexes } from '../cluster/find-dataset.js';
import type { IndexNames } from '../cluster/index-names.js';
import { hasFailed, type SearchCluster } from '../cluster/search-cluster.js';
import { defined } from '../foundation/defined.js';
import { deadlineAfter } from '../foundation/deadline.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { Observe } from '../foundation/observation.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { LiveDataset, LoadFailure, ServedSnapshot, SnapshotLease } from '../describe/served-snapshot.js';
import { WorkerService } from './workers/worker-service.js';
import type { begin } from './cluster-worker.js';
import { attachCluster, type AttachedCluster } from './attach-cluster.js';
import type { ClusterImage } from './cluster-image.js';
import { LeasedSnapshots, stillLoading, type SnapshotExecutor } from './leased-snapshots.js';

interface ClusterLiveOptions {
  readonly access: ClusterAccess;
  readonly dataset: string;
  readonly reading: ClusterReading;
  readonly createExecutor: (image: ClusterImage, attached: AttachedCluster) => SnapshotExecutor;
  readonly observe: Observe;
}

const LOOKED_AT_EACH_MS = 1_000;
const PROBE = { size: 1, track_total_hits: false, _source: false, query: { match_all: {} } } as const;
const PROBE_MS = 5_000;

/** A dataset in a search cluster, checked every second: a new index or changed entities are served from then on. */
export class ClusterLiveDataset implements LiveDataset {
  readonly #options: ClusterLiveOptions;
  readonly #cluster: SearchCluster;
  readonly #snapshots: LeasedSnapshots;
  #shown: ClusterImage | undefined;
  #loadFailure: LoadFailure | undefined;
  #answers = true;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<ClusterImage> | undefined;
  readonly #images = new WeakMap<DatasetSnapshot, ClusterImage>();

  /** Sends no request before the first load. */
  constructor(options: ClusterLiveOptions) {
    this.#options = options;
    this.#cluster = new SearchClusterClient(connectCluster(options.access));
    this.#snapshots = new LeasedSnapshots(options.observe);
  }

  current(): ServedSnapshot {
    const { current } = this.#snapshots;
    if (current === undefined) throw stillLoading();
    return this.#withState(current);
  }

  lease(): SnapshotLease {
    const lease = this.#snapshots.lease();
    if (lease === undefined) throw stillLoading();
    return { ...lease, served: this.#withState(lease.served) };
  }

  /** The transferable state of a snapshot. Throws for another snapshot. */
  imageOf(snapshot: DatasetSnapshot): ClusterImage {
    const image = this.#images.get(snapshot);
    if (image === undefined) throw new SameasError('internal', 'This is no dataset of the search cluster.');
    return image;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running?.catch(() => undefined);
    await this.#snapshots.close();
    await this.#cluster.close();
  }

  /** Checks and serves the current state. Rejects and keeps the old state on failure. */
  load(): Promise<ClusterImage> {
    return (this.#running ??= this.#look().finally(() => (this.#running = undefined)));
  }

  async #look(): Promise<ClusterImage> {
    try {
      const image = await this.#lookAt(performance.now());
      this.#loadFailure = undefined;
      return image;
    } catch (thrown) {
      const error = asSameasError(thrown);
      const isKnown = this.#loadFailure?.code === error.code;
      const { observe, dataset: source } = this.#options;
      // Reported once: the next check is in a second.
      if (!isKnown) observe({ kind: 'dataset-load-failed', source, error });
      this.#loadFailure = { at: (isKnown ? this.#loadFailure?.at : undefined) ?? new Date(), code: error.code };
      throw error;
    }
  }

  /** The shown state, or the changed one, which is shown now. */
  async #lookAt(startedAt: number): Promise<ClusterImage> {
    const { access, dataset: source, reading, observe } = this.#options;
    const shown = this.#shown;
    const names = await findIndexes(this.#cluster, source).finally(() => this.#probe());
    const isIndexed = shown?.names.entities !== names.entities;
    if (shown !== undefined && !isIndexed && (await fetchThrough(this.#cluster, names)) === shown.changed.through)
      return shown;
    if (isIndexed) observe({ kind: 'dataset-loading', source });
    const image: ClusterImage = { ...(await fetchStateOnThread(access, names, shown)), access, reading };
    this.#show(image);
    const { snapshot, entityCount: entities, labelCount: labels } = image.settings;
    const searchedBy = INDEX_IN_WORDS.cluster;
    const elapsedMs = performance.now() - startedAt;
    if (isIndexed) observe({ kind: 'dataset-ready', source, snapshot, entities, labels, searchedBy, elapsedMs });
    return image;
  }

  #show(image: ClusterImage): void {
    const attached = attachCluster(image);
    this.#images.set(attached.snapshot, image);
    const executor = this.#options.createExecutor(image, attached);
    const close = async (): Promise<void> => {
      await executor.close();
      await attached.close();
    };
    this.#snapshots.replace({ ...attached, executor: { ...executor, close } });
    this.#shown = image;
    this.#answers = true;
  }

  /** Sends the request of a query: the alias may exist without the index, and the reverse. */
  async #probe(): Promise<void> {
    if (this.#shown === undefined) return;
    const [found] = await this.#cluster.search(this.#shown.names.entities, [PROBE], deadlineAfter(PROBE_MS));
    this.#answers = found !== undefined && !hasFailed(found);
  }

  #withState(current: ServedSnapshot): ServedSnapshot {
    return { ...current, clusterAnswers: this.#answers, ...defined({ loadFailure: this.#loadFailure }) };
  }

  /** Starts checking every second; `hasBegun` is called when there is a first state to serve. */
  watch(hasBegun: () => void): void {
    this.#timer = setTimeout(() => {
      const isFirst = this.#shown === undefined;
      // Failures are observed where they occur.
      void this.load()
        .then(() => {
          if (isFirst) hasBegun();
        })
        .catch(() => undefined)
        .then(() => {
          if (this.#timer !== undefined) this.watch(hasBegun);
        });
    }, LOOKED_AT_EACH_MS).unref();
  }
}

/** Reads the local part of a state on a thread of its own, whose memory is freed afterwards. */
export async function fetchStateOnThread(
  access: ClusterAccess,
  names: IndexNames,
  known?: ClusterState,
): Promise<ClusterState> {
  const service = new WorkerService<typeof begin>({ module: 'cluster-worker', start: () => ({ access, dataset: '' }) });
  try {
    return await service.run('fetch', { names, ...defined({ known }) });
  } finally {
    await service.close();
  }
}

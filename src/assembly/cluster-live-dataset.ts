import { askCluster } from '../cluster/ask-cluster.js';
import { connectCluster, type ClusterAccess } from '../cluster/cluster-connection.js';
import type { ClusterReading } from '../cluster/cluster-dataset.js';
import type { ClusterState } from '../cluster/cluster-dataset.js';
import { fetchThrough, findIndexes } from '../cluster/find-dataset.js';
import type { IndexNames } from '../cluster/index-names.js';
import { hasFailed } from '../cluster/search-cluster.js';
import { deadlineAfter } from '../foundation/deadline.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { Observe } from '../foundation/observation.js';
import { sentence } from '../foundation/message.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { LiveDataset, LoadFailure, ServedSnapshot } from '../describe/served-snapshot.js';
import { WorkerService } from './workers/worker-service.js';
import type { begin } from './cluster-worker.js';
import { attachCluster, type AttachedCluster } from './attach-cluster.js';
import type { ClusterImage } from './cluster-image.js';
import { LeasedSnapshots, type SnapshotExecutor } from './leased-snapshots.js';

interface ClusterLiveOptions {
  readonly access: ClusterAccess;
  readonly dataset: string;
  readonly reading: ClusterReading;
  readonly createExecutor: (image: ClusterImage, attached: AttachedCluster) => SnapshotExecutor;
  readonly observe: Observe;
}

/** A dataset in a search cluster, checked every second: a new index or changed entities are served from then on. */
interface ClusterLiveDataset extends LiveDataset {
  /** Checks and serves the current state. Rejects and keeps the old state on failure. */
  readonly load: () => Promise<ClusterImage>;
  /** The transferable state of a snapshot. Throws for another snapshot. */
  readonly imageOf: (snapshot: DatasetSnapshot) => ClusterImage;
  /** Starts checking every second; `hasBegun` is called when there is a first state to serve. */
  readonly watch: (hasBegun: () => void) => void;
  readonly close: () => Promise<void>;
}

const LOOKED_AT_EACH_MS = 1_000;
const PROBE = { size: 1, track_total_hits: false, _source: false, query: { match_all: {} } } as const;
const PROBE_MS = 5_000;

/** Sends no request before the first load. */
export function createClusterLiveDataset({
  access,
  dataset,
  reading,
  createExecutor,
  observe,
}: ClusterLiveOptions): ClusterLiveDataset {
  const cluster = askCluster(connectCluster(access));
  const snapshots = new LeasedSnapshots(observe);
  let shown: ClusterImage | undefined;
  let loadFailure: LoadFailure | undefined;
  let answers = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<ClusterImage> | undefined;
  const images = new WeakMap<DatasetSnapshot, ClusterImage>();

  async function look(): Promise<ClusterImage> {
    const startedAt = performance.now();
    try {
      const names = await findIndexes(cluster, dataset).finally(probe);
      const isIndexed = shown?.names.entities !== names.entities;
      if (shown !== undefined && !isIndexed && (await fetchThrough(cluster, names)) === shown.changed.through)
        return served(shown);
      if (isIndexed) observe({ kind: 'dataset-loading', source: dataset });
      const image: ClusterImage = { ...(await fetchStateOnThread(access, names, shown)), access, reading };
      const { settings } = image;
      const attached = attachCluster(image);
      images.set(attached.snapshot, image);
      const executor = createExecutor(image, attached);
      const close = async (): Promise<void> => {
        await executor.close();
        await attached.close();
      };
      snapshots.replace({ ...attached, executor: { ...executor, close } });
      shown = image;
      answers = true;
      if (isIndexed)
        observe({
          kind: 'dataset-ready',
          source: dataset,
          snapshot: settings.snapshot,
          entities: settings.entityCount,
          labels: settings.labelCount,
          searchedBy: INDEX_IN_WORDS.cluster,
          elapsedMs: performance.now() - startedAt,
        });
      return served(image);
    } catch (thrown) {
      const error = asSameasError(thrown);
      // Reported once: the next check is in a second.
      if (loadFailure?.code !== error.code) observe({ kind: 'dataset-load-failed', source: dataset, error });
      loadFailure = { at: loadFailure?.code === error.code ? loadFailure.at : new Date(), code: error.code };
      throw error;
    }
  }

  function served(image: ClusterImage): ClusterImage {
    loadFailure = undefined;
    return image;
  }

  /** Sends the request of a query: the alias may exist without the index, and the reverse. */
  async function probe(): Promise<void> {
    if (shown === undefined) return;
    const [found] = await cluster.search(shown.names.entities, [PROBE], deadlineAfter(PROBE_MS));
    answers = found !== undefined && !hasFailed(found);
  }

  function withState(current: ServedSnapshot): ServedSnapshot {
    return { ...current, clusterAnswers: answers, ...(loadFailure !== undefined && { loadFailure }) };
  }

  const load = (): Promise<ClusterImage> => (running ??= look().finally(() => (running = undefined)));

  function lookLater(hasBegun: () => void): void {
    timer = setTimeout(() => {
      const isFirst = shown === undefined;
      // Failures are observed where they occur.
      void load()
        .then(() => {
          if (isFirst) hasBegun();
        })
        .catch(() => undefined)
        .then(() => {
          if (timer !== undefined) lookLater(hasBegun);
        });
    }, LOOKED_AT_EACH_MS).unref();
  }

  return {
    current: () => withState(snapshots.current ?? notReady()),
    lease: () => {
      const lease = snapshots.lease() ?? notReady();
      return { ...lease, served: withState(lease.served) };
    },
    load,
    imageOf: (snapshot) => {
      const image = images.get(snapshot);
      if (image === undefined) throw new SameasError('internal', 'This is no dataset of the search cluster.');
      return image;
    },
    watch: lookLater,
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      await running?.catch(() => undefined);
      await snapshots.close();
      await cluster.close();
    },
  };
}

/** Reads the local part of a state on a thread of its own, whose memory is freed afterwards. */
export async function fetchStateOnThread(
  access: ClusterAccess,
  names: IndexNames,
  known?: ClusterState,
): Promise<ClusterState> {
  const service = new WorkerService<typeof begin>({ module: 'cluster-worker', start: () => ({ access, dataset: '' }) });
  try {
    return await service.run('fetch', { names, ...(known !== undefined && { known }) });
  } finally {
    await service.close();
  }
}

function notReady(): never {
  throw new SameasError('not-ready', sentence('The dataset is still being loaded.'), {
    advice: sentence('Try again in a few seconds.'),
  });
}

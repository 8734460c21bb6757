import type { Browsing } from '../browsing/browse-query.js';
import { type ClusterAccess, connectCluster } from '../cluster/cluster-connection.js';
import { ClusterBrowser } from '../cluster/browsing/browse-cluster.js';
import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import type { CountersBuffer } from '../cluster/cluster-counters.js';
import { openClusterDataset } from '../cluster/cluster-dataset.js';
import { defined } from '../foundation/defined.js';
import type { Observe } from '../foundation/observation.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { TableThreads } from '../web/matching/table-task.js';
import { createAnswerCache, createCachingBatchExecutor } from './caching-batch-executor.js';
import { needClusterAccess } from './cluster-access.js';
import { createClusterExecutor } from './cluster-executor.js';
import { ClusterLiveDataset } from './cluster-live-dataset.js';
import { openTableDataset } from './table-dataset-in-cluster.js';
import { createClusterTables } from './table-threads.js';
import { WorkerPool } from './worker-pool-batch-executor.js';

interface LiveCluster {
  readonly live: ClusterLiveDataset;
  readonly tables: TableThreads;
  /** Calls `use` with the dataset as table threads see it, and closes it afterwards. */
  readonly withTable: <Result>(use: (whole: TableDataset) => Promise<Result>) => Promise<Result>;
  readonly createBrowsing: () => Browsing & { readonly close: () => Promise<void> };
  readonly close: () => Promise<void>;
}

/** Opens without a request before the first load. Throws `setting-invalid` without a cluster or a dataset. */
export function openLiveCluster(
  settings: Settings,
  { observe, counters }: { readonly observe: Observe; readonly counters?: CountersBuffer },
): LiveCluster {
  const access = { ...needClusterAccess(settings), ...defined({ counters }) };
  const cache = createAnswerCache(settings.cacheBytes);
  const pool = settings.workers > 0 ? new WorkerPool({ ...settings, observe }) : undefined;
  const live = new ClusterLiveDataset({
    access,
    dataset: settings.dataset,
    reading: { depth: settings.searchDepth, timeoutMs: settings.searchTimeoutMs },
    createExecutor: (image, attached) => {
      const inner = createClusterExecutor(image, attached, settings, pool);
      return {
        ...inner,
        ...createCachingBatchExecutor(inner, { snapshotId: image.settings.snapshot, cache, observe }),
      };
    },
    observe,
  });
  return {
    live,
    tables: createClusterTables((snapshot) => live.imageOf(snapshot)),
    withTable: async (use) => {
      const { close, ...whole } = openTableDataset(live.imageOf(live.current().snapshot));
      return use(whole).finally(close);
    },
    createBrowsing: () => createClusterBrowsing(access, live),
    close: async () => {
      await live.close();
      await pool?.close();
    },
  };
}

/** Counting the values of a hundred million entities takes longer than finding a name. */
const LIMITS = { attemptMs: 12_000, engineMs: 10_000 } as const;

/** Browses datasets in a cluster over a connection of its own, so that slow requests do not delay queries. */
function createClusterBrowsing(
  access: ClusterAccess,
  live: Pick<ClusterLiveDataset, 'imageOf'>,
): Browsing & { readonly close: () => Promise<void> } {
  const cluster = new SearchClusterClient(connectCluster(access), LIMITS);
  const browsers = new WeakMap<DatasetSnapshot, ClusterBrowser>();

  function browserOf(snapshot: DatasetSnapshot): ClusterBrowser {
    const known = browsers.get(snapshot);
    if (known !== undefined) return known;
    const image = live.imageOf(snapshot);
    const dataset = openClusterDataset(cluster, image, {
      ...image.reading,
      timeoutMs: Math.max(LIMITS.attemptMs, image.reading.timeoutMs),
    });
    const browser = new ClusterBrowser(cluster, image, dataset);
    browsers.set(snapshot, browser);
    return browser;
  }

  return {
    browse: async (snapshot, query) => browserOf(snapshot).browse(query),
    save: async (snapshot, query, form) => browserOf(snapshot).save(query, form),
    progress: (snapshot) => browserOf(snapshot).progress(),
    close: () => cluster.close(),
  };
}

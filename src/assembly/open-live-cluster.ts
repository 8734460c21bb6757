import type { Browsing } from '../browsing/browse-query.js';
import type { CountersBuffer } from '../cluster/cluster-counters.js';
import type { Observe } from '../foundation/observation.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { TableThreads } from '../web/matching/table-task.js';
import { createClusterBrowsing } from './browse-in-cluster.js';
import { createAnswerCache, createCachingBatchExecutor } from './caching-batch-executor.js';
import { needClusterAccess } from './cluster-access.js';
import { createClusterExecutor } from './cluster-executor.js';
import { createClusterLiveDataset } from './cluster-live-dataset.js';
import { openTableDataset } from './table-dataset-in-cluster.js';
import { createClusterTables } from './table-threads.js';
import { WorkerPool } from './worker-pool-batch-executor.js';

interface LiveCluster {
  readonly live: ReturnType<typeof createClusterLiveDataset>;
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
  const access = { ...needClusterAccess(settings), ...(counters !== undefined && { counters }) };
  const cache = createAnswerCache(settings.cacheBytes);
  const pool = settings.workers > 0 ? new WorkerPool({ ...settings, observe }) : undefined;
  const live = createClusterLiveDataset({
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
    tables: createClusterTables(live.imageOf),
    withTable: async (use) => {
      const { close, ...whole } = openTableDataset(live.imageOf(live.current().snapshot));
      return use(whole).finally(close);
    },
    createBrowsing: () => createClusterBrowsing(access, live.imageOf),
    close: async () => {
      await live.close();
      await pool?.close();
    },
  };
}

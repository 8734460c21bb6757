import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import { connectCluster } from '../cluster/cluster-connection.js';
import { findIndexes } from '../cluster/find-dataset.js';
import { observeNothing } from '../foundation/observation.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { LoadedAliasFile } from '../datasets/aliases/open-alias-file.js';
import type { ReadSnapshot } from '../scoring/snapshot.js';
import type { Settings } from '../settings/setting-definitions.js';
import { attachCluster } from './attach-cluster.js';
import { needClusterAccess } from './cluster-access.js';
import { createClusterExecutor } from './cluster-executor.js';
import type { ClusterImage } from './cluster-image.js';
import { fetchStateOnThread } from './cluster-live-dataset.js';
import type { SnapshotExecutor } from './leased-snapshots.js';
import { openTableDataset } from './table-dataset-in-cluster.js';
import { WorkerPool, type PoolExecutorOptions } from './worker-pool-batch-executor.js';

/** A dataset for a command, in memory or in a cluster. */
export interface DatasetToAsk extends ReadSnapshot {
  /** Known files of aliases that it was loaded with. */
  readonly aliasFiles: readonly LoadedAliasFile[];
  readonly whole: TableDataset;
  /** Makes a batch executor on so many threads, or on the calling one. */
  readonly createExecutor: (options: PoolExecutorOptions & { readonly workers: number }) => SnapshotExecutor;
  readonly close: () => Promise<void>;
}

/**
 * The currently served state. Rejects with `setting-invalid` without a dataset, and with the errors of `findIndexes`
 * and `fetchState`.
 */
export async function openCluster(settings: Settings): Promise<DatasetToAsk> {
  const access = needClusterAccess(settings);
  const cluster = new SearchClusterClient(connectCluster(access));
  const names = await findIndexes(cluster, settings.dataset).finally(() => cluster.close());
  const image: ClusterImage = {
    ...(await fetchStateOnThread(access, names)),
    access,
    reading: { depth: settings.searchDepth, timeoutMs: settings.searchTimeoutMs },
  };
  const attached = attachCluster(image);
  const { close: closeTable, ...whole } = openTableDataset(image);
  return {
    snapshot: attached.snapshot,
    read: attached.read,
    aliasFiles: [],
    whole,
    createExecutor: ({ workers, ...options }) => {
      const pool = workers > 0 ? new WorkerPool({ ...options, workers, observe: observeNothing }) : undefined;
      const executor = createClusterExecutor(image, attached, options, pool);
      return {
        ...executor,
        close: async () => {
          await executor.close();
          await pool?.close();
        },
      };
    },
    close: async () => {
      await closeTable();
      await attached.close();
    },
  };
}

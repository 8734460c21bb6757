import { askCluster } from '../cluster/ask-cluster.js';
import { connectCluster } from '../cluster/cluster-connection.js';
import { findIndexes } from '../cluster/find-dataset.js';
import { observeNothing } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { DatasetAccess, DatasetSnapshot } from '../scoring/snapshot.js';
import type { Settings } from '../settings/setting-definitions.js';
import { attachCluster } from './attach-cluster.js';
import { readClusterAccess } from './cluster-access.js';
import { createClusterExecutor } from './cluster-executor.js';
import type { ClusterImage } from './cluster-image.js';
import { fetchStateOnThread } from './cluster-live-dataset.js';
import type { SnapshotExecutor } from './leased-snapshots.js';
import { openTableDataset } from './table-dataset-in-cluster.js';
import { WorkerPool, type PoolExecutorOptions } from './worker-pool-batch-executor.js';

/** A dataset for a command that asks it, wherever it lies. */
export interface DatasetToAsk {
  readonly snapshot: DatasetSnapshot;
  readonly whole: TableDataset;
  /** What answers batches, on so many threads or on the calling one. */
  readonly createExecutor: (options: PoolExecutorOptions & { readonly workers: number }) => SnapshotExecutor;
  readonly close: () => Promise<void>;
}

/** The state that is served at present. Rejects with `setting-invalid` where no dataset is named, and with what `findIndexes` and `fetchState` reject with. */
export async function openCluster(settings: Settings): Promise<DatasetToAsk & DatasetAccess> {
  const access = readClusterAccess(settings);
  if (access === undefined || settings.dataset === '')
    throw new SameasError('setting-invalid', 'A dataset in a search cluster needs its address and its name.', {
      advice: 'Name both: --search-cluster URL --dataset NAME.',
    });
  const cluster = askCluster(connectCluster(access));
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

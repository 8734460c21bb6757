import { askCluster } from '../cluster/ask-cluster.js';
import { connectCluster } from '../cluster/cluster-connection.js';
import { openClusterDataset, type ClusterDataset } from '../cluster/cluster-dataset.js';
import type { ClusterImage } from './cluster-image.js';

/** A dataset with the connection that it is read by. */
export interface AttachedCluster extends ClusterDataset {
  readonly close: () => Promise<void>;
}

/** Cost: the words of the scoring model; nothing is asked yet. */
export function attachCluster({ access, names, settings, reading }: ClusterImage): AttachedCluster {
  const cluster = askCluster(connectCluster(access));
  return { ...openClusterDataset(cluster, names, settings, reading), close: cluster.close };
}

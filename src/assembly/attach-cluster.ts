import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import { notThere } from '../cluster/browsing/browse-clauses.js';
import { connectCluster } from '../cluster/cluster-connection.js';
import { openClusterDataset, type ClusterDataset } from '../cluster/cluster-dataset.js';
import type { ClusterImage } from './cluster-image.js';

export interface AttachedCluster extends ClusterDataset {
  readonly close: () => Promise<void>;
  /** Rejects: a dataset of any size cannot be written as a whole. */
  readonly write: () => Promise<never>;
}

/** Attaches a dataset of a cluster. Cost: the words of the scoring model; no request. */
export function attachCluster(image: ClusterImage): AttachedCluster {
  const cluster = new SearchClusterClient(connectCluster(image.access));
  return {
    ...openClusterDataset(cluster, image, image.reading),
    close: () => cluster.close(),
    write: () =>
      Promise.reject(
        notThere(
          'is not written as a whole',
          'Save parts of it on the page Browse, or ask for the file that it was made of.',
        ),
      ),
  };
}

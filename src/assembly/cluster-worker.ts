import { askCluster } from '../cluster/ask-cluster.js';
import type { ClusterState } from '../cluster/cluster-dataset.js';
import { connectCluster, type ClusterAccess } from '../cluster/cluster-connection.js';
import { fetchState } from '../cluster/find-dataset.js';
import type { IndexNames } from '../cluster/index-names.js';

/** A thread that reads what has to be at hand of a dataset in a cluster: of millions of words, that takes seconds. */
export function begin(access: ClusterAccess) {
  return {
    fetch: async (names: IndexNames): Promise<ClusterState> => {
      const cluster = askCluster(connectCluster(access));
      try {
        return await fetchState(cluster, names);
      } finally {
        await cluster.close();
      }
    },
  };
}

import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import type { ClusterState } from '../cluster/cluster-dataset.js';
import { connectCluster, type ClusterAccess } from '../cluster/cluster-connection.js';
import { retryUntilAnswered } from '../cluster/indexing/retry-requests.js';
import type { EntityAnswer, EntityTask } from '../web/entities/answer-entities.js';
import { answerEntityTask } from './answer-entity-task.js';
import { createClusterWriter, type ClusterEntityWriter } from './cluster-changes.js';
import { fetchState } from '../cluster/find-dataset.js';
import type { IndexNames } from '../cluster/index-names.js';

/** Time that a change waits for a silent cluster, and for one answer. */
const PATIENCE_MS = 15_000;
const ATTEMPT_MS = 10_000;

/**
 * A thread that reads the local part of a dataset in a cluster, which takes seconds for millions of words, and changes
 * its entities.
 */
export function begin({ access, dataset }: { readonly access: ClusterAccess; readonly dataset: string }) {
  let writer: ClusterEntityWriter | undefined;
  const opened = async (): Promise<ClusterEntityWriter> => {
    if (writer !== undefined) return writer;
    const connection = connectCluster(access);
    const cluster = retryUntilAnswered(connection, PATIENCE_MS, undefined, ATTEMPT_MS);
    const made = createClusterWriter(connection, cluster, dataset);
    await made.catchUp();
    return (writer ??= made);
  };
  return {
    change: async (task: EntityTask): Promise<EntityAnswer> => answerEntityTask(await opened(), task),
    catchUp: async (): Promise<void> => {
      await (await opened()).catchUp();
    },
    fetch: async ({
      names,
      known,
    }: {
      readonly names: IndexNames;
      readonly known?: ClusterState;
    }): Promise<ClusterState> => {
      const cluster = new SearchClusterClient(connectCluster(access));
      try {
        return await fetchState(cluster, names, known);
      } finally {
        await cluster.close();
      }
    },
  };
}

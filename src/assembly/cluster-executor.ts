import type { AnswerForm, AnswerIn, Outcome } from '../describe/answer.js';
import { deadlineAfter } from '../foundation/deadline.js';
import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { AttachedCluster } from './attach-cluster.js';
import type { ClusterImage } from './cluster-image.js';
import type { SnapshotExecutor } from './leased-snapshots.js';
import { localisedExplanation } from './localised-explanation.js';
import { WorkerPoolExecutor, type PoolExecutorOptions, type WorkerPool } from './worker-pool-batch-executor.js';

/** Executes batches over one state of a dataset in a cluster, on these threads or without any on the calling one. */
export function createClusterExecutor(
  image: ClusterImage,
  attached: AttachedCluster,
  options: PoolExecutorOptions,
  pool?: WorkerPool,
): SnapshotExecutor {
  return pool === undefined ? executorHere(attached, options) : executorOf(pool, image, options);
}

function executorOf(pool: WorkerPool, image: ClusterImage, settings: PoolExecutorOptions): SnapshotExecutor {
  const executor = new WorkerPoolExecutor(pool, image, settings);
  return {
    execute: (queries, form, begunMsAgo) => executor.execute(queries, form, begunMsAgo),
    work: executor,
    close: () => executor.close(),
  };
}

function executorHere(
  attached: AttachedCluster,
  { batchTimeoutMs, queryTimeoutMs }: PoolExecutorOptions,
): SnapshotExecutor {
  return {
    execute: async <Form extends AnswerForm>(
      queries: readonly ReconciliationQuery[],
      form: Form,
      begunMsAgo = 0,
    ): Promise<readonly Outcome<AnswerIn<Form>>[]> => {
      const { answerFromCluster } = await import('./answer-from-cluster.js');
      const outcomes = new Array<Outcome<AnswerIn<Form>>>(queries.length);
      let place = 0;
      const next = (): ReturnType<Parameters<typeof answerFromCluster>[1]> => {
        const query = queries[place];
        return query === undefined ? undefined : { place: place++, query };
      };
      await answerFromCluster(
        attached,
        next,
        form,
        { batchDeadline: deadlineAfter(batchTimeoutMs - begunMsAgo), queryTimeoutMs },
        (at, outcome) => (outcomes[at] = outcome),
      );
      return outcomes;
    },
    work: {
      extend: (task) => attached.read(({ dataset }) => renderAnswer(dataset, readExtensionTask(task), task.wire)),
      explain: async (task) => {
        const { explainQuery } = await import('../describe/explain-candidate.js');
        return attached.read((snapshot) => localisedExplanation(explainQuery(snapshot, task)));
      },
      write: attached.write,
    },
    close: () => Promise.resolve(),
  };
}

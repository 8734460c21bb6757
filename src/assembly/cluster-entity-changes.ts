import type { ClusterAccess } from '../cluster/cluster-connection.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { EntityEditing } from '../web/entities/entities-port.js';
import type { begin } from './cluster-worker.js';
import { WorkerService } from './workers/worker-service.js';

/** Interval of applying logged changes that another process failed to apply. */
const CAUGHT_UP_EACH_MS = 10_000;

/**
 * Changes the entities of a dataset in a search cluster, one request at a time, on a thread that starts with the first.
 * `changed` is called when the dataset should be checked.
 */
export function createClusterEntityChanges(
  access: ClusterAccess,
  dataset: string,
  changed: () => void,
): EntityEditing & { readonly close: () => Promise<void> } {
  const service = new WorkerService<typeof begin>({
    module: 'cluster-worker',
    start: () => ({ access, dataset }),
    faultOf: ({ reason, fault }) =>
      new SameasError('save-in-doubt', 'The change was interrupted: whether it was saved is unknown.', {
        cause: fault ?? reason,
        advice: 'Fetch the entity to see.',
      }),
  });
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // Failures are retried.
    void service.run('catchUp', undefined).catch(() => undefined);
  }, CAUGHT_UP_EACH_MS).unref();
  return {
    ask: (task) => {
      const asked = last.catch(() => undefined).then(() => service.run('change', task));
      last = asked;
      return task.kind === 'get' ? asked : asked.finally(changed);
    },
    close: async () => {
      clearInterval(timer);
      await last.catch(() => undefined);
      await service.close();
    },
  };
}

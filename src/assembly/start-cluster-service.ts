import type { Observe } from '../foundation/observation.js';
import { createClusterCounters, readClusterCounters } from '../cluster/cluster-counters.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createApp } from '../web/create-app.js';
import { createReview } from './create-review.js';
import { needClusterAccess } from './cluster-access.js';
import { openLiveCluster } from './open-live-cluster.js';
import { createServiceCore } from './service-core.js';
import type { ClusterAccess } from '../cluster/cluster-connection.js';
import type { EntityEditing } from '../web/entities/answer-entities.js';
import type { begin } from './cluster-worker.js';
import { WorkerService } from './workers/worker-service.js';

interface ClusterService {
  /** The address to register in a client; ends with a slash. */
  readonly url: string;
  /** The served dataset; omitted while waiting for the cluster. */
  readonly loaded?: { readonly name: string; readonly entityCount: number };
  readonly reload: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/**
 * Settings → a running service; `reviews`: folder of the tables for review, instead of the one in the data folder.
 * Rejects when the dataset cannot be found, and then leaves nothing running.
 */
export async function startClusterService(
  settings: Settings,
  tell: Observe,
  reviews?: string,
): Promise<ClusterService> {
  const counters = createClusterCounters();
  const core = createServiceCore(settings, tell, () => readClusterCounters(counters));
  const loads = core.records.loadsOf(settings.dataset);
  const observe: Observe = (observation) => {
    core.observe(observation);
    loads(observation);
  };
  try {
    const { live, tables, createBrowsing, close } = openLiveCluster(settings, { observe, counters });
    core.atEnd(close);
    const browsing = createBrowsing();
    core.atEnd(browsing.close);
    const review = createReview({
      ...{ settings, live, reload: () => live.load(), tables },
      ...(reviews !== undefined && { folder: reviews }),
    });
    core.atEnd(() => review.runs.close());
    const look = (): void => void live.load().catch(() => undefined);
    const entities =
      settings.writable === 'on'
        ? createClusterEntityChanges(needClusterAccess(settings), settings.dataset, look)
        : undefined;
    if (entities !== undefined) core.atEnd(entities.close);
    const loaded = await live.load().catch((thrown: unknown) => {
      // Waits for a cluster that is starting, but not for errors that a person must fix.
      if (asSameasError(thrown).code !== 'search-cluster-unavailable') throw thrown;
    });
    const { web, records, metrics } = core;
    const app = createApp({
      ...web,
      ...{
        metrics,
        tables,
        browsing,
        review,
        records,
        live,
        observe,
        access: core.access.forDataset(settings.dataset),
      },
      ...core.addressOf(),
      ...(entities !== undefined && { entities }),
    });
    const url = await core.serve(app);
    live.watch(() => void review.runs.resume());
    if (loaded !== undefined) await review.runs.resume();
    core.hasBegun();
    return {
      url,
      ...(loaded !== undefined && {
        loaded: { name: loaded.settings.facts.metadata.name, entityCount: loaded.settings.entityCount },
      }),
      reload: async () => {
        core.reload();
        await live.load();
      },
      close: core.close,
    };
  } catch (thrown) {
    await core.close();
    throw thrown;
  }
}

/** Interval of applying logged changes that another process failed to apply. */
const CAUGHT_UP_EACH_MS = 10_000;

/**
 * Changes the entities of a dataset in a search cluster, one request at a time, on a thread that starts with the first.
 * `changed` is called when the dataset should be checked.
 */
function createClusterEntityChanges(
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

import type { Observe } from '../foundation/observation.js';
import { createClusterCounters, readClusterCounters } from '../cluster/cluster-counters.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createApp } from '../web/create-app.js';
import type { WebOptions } from '../web/web-options.js';
import { createAccess } from './create-access.js';
import { createRecords } from './create-records.js';
import { createReview } from './create-review.js';
import { createMetrics } from './metrics.js';
import { createReadingThreads } from './reading-threads.js';
import { serveApp } from './serve-app.js';
import { webOptionsOf } from './service-parts.js';
import { needClusterAccess } from './cluster-access.js';
import { openLiveCluster } from './open-live-cluster.js';
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
  observeFurther: Observe,
  reviews?: string,
): Promise<ClusterService> {
  const counters = createClusterCounters();
  const metrics = createMetrics(() => readClusterCounters(counters));
  const observe: Observe = (observation) => {
    metrics.observe(observation);
    observeFurther(observation);
    loads(observation);
  };
  const { live, tables, createBrowsing, close } = openLiveCluster(settings, { observe, counters });
  const records = createRecords(settings, observeFurther);
  const loads = records.loadsOf(settings.dataset);
  const access = createAccess(settings, observe);
  const reading = createReadingThreads();
  const browsing = createBrowsing();
  const review = createReview({
    ...{ settings, live, reload: () => live.load(), tables },
    ...(reviews !== undefined && { folder: reviews }),
  });
  const entities =
    settings.writable === 'on'
      ? createClusterEntityChanges(
          needClusterAccess(settings),
          settings.dataset,
          () => void live.load().catch(() => undefined),
        )
      : undefined;
  const web: Omit<WebOptions, 'live' | 'observe'> = {
    ...webOptionsOf(settings, metrics, reading),
    tables,
    browsing,
    review,
    access: access.forDataset(settings.dataset),
    records,
    ...(entities !== undefined && { entities }),
  };
  const end = async (): Promise<void> => {
    await review.runs.close();
    await reading.close();
    await browsing.close();
    await entities?.close();
    await close();
    await records.close();
  };
  try {
    const loaded = await live.load().catch((thrown: unknown) => {
      // Waits for a cluster that is starting, but not for errors that a person must fix.
      if (asSameasError(thrown).code !== 'search-cluster-unavailable') throw thrown;
    });
    const server = await serveApp(createApp({ ...web, live, observe }), settings, observe);
    live.watch(() => void review.runs.resume());
    if (loaded !== undefined) await review.runs.resume();
    access.hasBegun();
    observe({ kind: 'listening', url: server.url });
    return {
      url: server.url,
      ...(loaded !== undefined && {
        loaded: { name: loaded.settings.facts.metadata.name, entityCount: loaded.settings.entityCount },
      }),
      reload: async () => {
        access.reload();
        records.reopen();
        server.reloadCertificate();
        await live.load();
      },
      close: async () => {
        await server.close();
        await end();
      },
    };
  } catch (thrown) {
    await end();
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

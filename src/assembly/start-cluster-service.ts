import type { Observe } from '../foundation/observation.js';
import { type CountersBuffer, createClusterCounters, readClusterCounters } from '../cluster/cluster-counters.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createApp } from '../web/create-app.js';
import { changeInDoubt } from './entity-changes.js';
import { createReview } from './create-review.js';
import { needClusterAccess } from './cluster-access.js';
import { openLiveCluster } from './open-live-cluster.js';
import { ServiceCore } from './service-core.js';
import { defined } from '../foundation/defined.js';
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
export function startClusterService(settings: Settings, tell: Observe, reviews?: string): Promise<ClusterService> {
  const counters = createClusterCounters();
  const core = new ServiceCore(settings, tell, () => readClusterCounters(counters));
  return core.start(async () => {
    const { live, review, browsing, options } = openParts(core, { counters, reviews });
    const entities = entityChangesOf(settings, () => void live.load().catch(() => undefined));
    if (entities !== undefined) core.atEnd(entities.close);
    const loaded = await live.load().catch((thrown: unknown) => {
      // Waits for a cluster that is starting, but not for errors that a person must fix.
      if (asSameasError(thrown).code !== 'search-cluster-unavailable') throw thrown;
    });
    const url = await core.serve(createApp({ ...options, live, review, browsing, ...defined({ entities }) }));
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
      close: () => core.close(),
    };
  });
}

/** The parts of the service, without a request yet, and the other options of its application. */
function openParts(
  core: ServiceCore,
  { counters, reviews }: { readonly counters: CountersBuffer; readonly reviews: string | undefined },
) {
  const { settings, web, records, metrics } = core;
  const loads = records.loadsOf(settings.dataset);
  const observe: Observe = (observation) => {
    core.observe(observation);
    loads(observation);
  };
  const { live, tables, createBrowsing, close } = openLiveCluster(settings, { observe, counters });
  core.atEnd(close);
  const browsing = createBrowsing();
  core.atEnd(browsing.close);
  const review = createReview({
    ...{ settings, live, reload: () => live.load(), tables },
    ...defined({ folder: reviews }),
  });
  core.atEnd(() => review.runs.close());
  const access = core.access.forDataset(settings.dataset);
  const options = { ...web, ...{ metrics, tables, records, observe, access }, ...core.addressOf() };
  return { live, review, browsing, options };
}

/** Interval of applying logged changes that another process failed to apply. */
const CAUGHT_UP_EACH_MS = 10_000;

/**
 * Changes the entities of a dataset in a search cluster, one request at a time, on a thread that starts with the first;
 * `undefined` for a read-only one. `changed` is called when the dataset should be checked.
 */
function entityChangesOf(
  settings: Settings,
  changed: () => void,
): (EntityEditing & { readonly close: () => Promise<void> }) | undefined {
  if (settings.writable !== 'on') return undefined;
  const [access, { dataset }] = [needClusterAccess(settings), settings];
  const service = new WorkerService<typeof begin>({
    module: 'cluster-worker',
    start: () => ({ access, dataset }),
    faultOf: changeInDoubt,
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

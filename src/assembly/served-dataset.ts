import { createApp } from '../web/create-app.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Observe } from '../foundation/observation.js';
import type { MatchingTurns } from '../review/matching-turns.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { AccessOptions } from '../web/access/access-options.js';
import type { WebOptions } from '../web/web-options.js';
import { createBrowseThreads } from './browse-threads.js';
import type { AnswerCache } from './caching-batch-executor.js';
import { createReview } from './create-review.js';
import type { ServiceRecords } from './create-records.js';
import type { ReloadableDataset } from './live-dataset.js';
import type { networkOptionsOf } from './network-options.js';
import { entityChangesOf, liveDatasetOf } from './service-parts.js';
import { WatchedDataset } from './watched-dataset.js';
import type { WorkerPool } from './worker-pool-batch-executor.js';

/** Parts shared by the datasets of a service. */
export interface SharedParts {
  readonly observe: Observe;
  readonly records: ServiceRecords;
  readonly cache: AnswerCache | undefined;
  readonly pool: WorkerPool | undefined;
  readonly turns: MatchingTurns;
  readonly web: Omit<WebOptions, 'live' | 'observe' | 'browsing' | 'fair' | 'publicBaseUrl' | 'metrics'> &
    Required<Pick<WebOptions, 'fair'>>;
  /** Absolute address of the service. */
  readonly publicBaseUrl: string | undefined;
}

interface DatasetToServe {
  /** Path below the address of the service, without slashes at the ends. */
  readonly path: string;
  readonly source: DatasetSource;
  readonly settings: Settings;
  readonly network: ReturnType<typeof networkOptionsOf>;
  readonly access: AccessOptions;
}

/** A dataset at a path of its own, not loaded yet. */
export type ServedDataset = ReturnType<typeof createServedDataset>;

/** Creates the parts of one of several datasets. Throws the errors of `entityChangesOf`. */
export function createServedDataset(
  { path, source, settings, network, access }: DatasetToServe,
  { observe: observeAll, records, cache, pool, turns, web, publicBaseUrl }: SharedParts,
) {
  const changes = entityChangesOf(source, settings, () => ({ live, load: () => dataset.load() }));
  const loads = records.loadsOf(path);
  const observe: Observe = (observation) => {
    observeAll(observation);
    loads(observation);
  };
  const live: ReloadableDataset = liveDatasetOf(source, {
    settings,
    observe,
    cache,
    ...(pool !== undefined && { pool }),
    ...(changes !== undefined && { changes }),
  });
  const dataset = new WatchedDataset(live, source, () => review.runs.resume());
  const browsing = createBrowseThreads(settings.browseEntities);
  const review = createReview({ source, settings, live, reload: () => dataset.load(), turns });
  const address = publicBaseUrl === undefined ? undefined : `${publicBaseUrl.replace(/\/+$/, '')}/${path}/`;
  const app = createApp({
    ...web,
    ...network,
    access,
    part: 'dataset',
    review,
    ...(address !== undefined && { publicBaseUrl: address }),
    limits: { ...web.limits, ...settings },
    ...(changes !== undefined && { entities: changes }),
    records,
    browsing,
    live,
    observe: observeAll,
  });
  return {
    ...{ path, live, browsing, review, app, dataset, settings, access, batchSize: settings.batchSize },
    /** Ends all parts, once no request is pending. */
    close: async (): Promise<void> => {
      dataset.unwatch();
      await review.runs.close();
      await Promise.all([changes?.close(), live.close(), browsing.close()]);
    },
  };
}

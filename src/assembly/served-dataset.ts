import type { DatasetSource } from '../datasets/dataset-source.js';
import { defined } from '../foundation/defined.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { AccessOptions } from '../web/access/access-options.js';
import { createApp } from '../web/create-app.js';
import type { WebOptions } from '../web/web-options.js';
import { createBrowseThreads } from './browse-threads.js';
import { createReview } from './create-review.js';
import type { ServiceCore } from './service-core.js';
import { entityChangesOf, liveDatasetOf, type FirstLoad } from './service-parts.js';
import { WatchedDataset } from './watched-dataset.js';

interface DatasetToServe {
  /** Path below the address of the service, without slashes at the ends; its name in the logs. */
  readonly path: string;
  readonly source: DatasetSource;
  readonly settings: Settings;
  readonly access: AccessOptions;
  /** Options of its application besides those of the service. */
  readonly web: Partial<WebOptions>;
  /** A pending load; reloads start their own. */
  readonly firstLoad?: FirstLoad | undefined;
  /** Folder of the tables for review, instead of the one in the data folder. */
  readonly reviews?: string | undefined;
}

/** A dataset of a service, not loaded yet. */
export type ServedDataset = ReturnType<typeof createServedDataset>;

/** Creates the parts of a dataset. Throws the errors of `entityChangesOf`. */
export function createServedDataset(
  { path, source, settings, access, web, firstLoad, reviews }: DatasetToServe,
  { observe: observeAll, records, cache, pool, turns, web: common }: ServiceCore,
) {
  const loads = records.loadsOf(path);
  const observe: Observe = (observation) => {
    observeAll(observation);
    loads(observation);
  };
  firstLoad?.printTo(observe);
  const changes = entityChangesOf(source, settings, () => ({ live, load: () => dataset.load() }));
  const live = liveDatasetOf(source, { settings, observe, cache, pool, firstLoad, changes });
  const dataset: WatchedDataset = new WatchedDataset(live, source, () => review.runs.resume());
  const browsing = createBrowseThreads(settings.browseEntities);
  const review = createReview({
    ...{ source, settings, live, reload: () => dataset.load(), turns },
    ...defined({ folder: reviews }),
  });
  const app = createApp({
    ...common,
    ...web,
    ...{ access, review, records, browsing, live, observe: observeAll },
    limits: { ...common.limits, ...settings },
    ...defined({ entities: changes }),
  });
  return {
    ...{ path, live, browsing, review, app, dataset, settings, access, batchSize: settings.batchSize },
    /** From now on a changed file is a reload, and so is the end of an interval, if configured. */
    keepFresh: (): void => {
      if (settings.watch === 'on') dataset.watch();
      if (settings.refresh > 0) dataset.refreshEvery(settings.refresh);
    },
    /** Ends all parts, once no request is pending. */
    close: async (): Promise<void> => {
      dataset.unwatch();
      await review.runs.close();
      await Promise.all([changes?.close(), live.close(), browsing.close()]);
    },
  };
}

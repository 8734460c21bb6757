import { availableParallelism, freemem } from 'node:os';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { LoadReport } from '../datasets/load-report.js';
import type { Observe } from '../foundation/observation.js';
import type { Role } from '../access/role.js';
import type { DatasetSettings, Settings } from '../settings/setting-definitions.js';
import { createFairShare } from '../web/clients/fair-share.js';
import { createApp } from '../web/create-app.js';
import { createDatasetsApp, type DatasetsOptions } from '../web/datasets-app.js';
import { createBrowseThreads } from './browse-threads.js';
import { createAccess } from './create-access.js';
import { createAnswerCache } from './caching-batch-executor.js';
import { createMetrics } from './metrics.js';
import { createReadingThreads } from './reading-threads.js';
import { networkOptionsOf } from './network-options.js';
import { createRecords } from './create-records.js';
import type { ReloadableDataset } from './live-dataset.js';
import { entityChangesOf, liveDatasetOf, webOptionsOf } from './service-parts.js';
import { serveApp } from './serve-app.js';
import { WatchedDataset } from './watched-dataset.js';
import { WorkerPool } from './worker-pool-batch-executor.js';

/** One of the datasets to serve. */
export interface NamedSource {
  /** Where it is below the address of the service, without slashes. */
  readonly path: string;
  readonly source: DatasetSource;
  /** What it states itself, in place of the settings of the service. */
  readonly settings?: Partial<DatasetSettings>;
  /** The roles of keys by their names, where it states them. */
  readonly roles?: ReadonlyMap<string, Role>;
}

export interface StartDatasetsOptions {
  readonly datasets: readonly NamedSource[];
  readonly settings: Settings;
  readonly observe: Observe;
}

/** A dataset that was to be loaded. */
export interface StartedDataset {
  readonly path: string;
  /** The address to register in a client; ends with a slash. */
  readonly url: string;
  /** None when it could not be loaded: the reason was observed, and it is tried again when its files change or with `reload`. */
  readonly report: LoadReport | undefined;
}

export interface RunningDatasets {
  /** The address at which all are listed; ends with a slash. */
  readonly url: string;
  readonly datasets: readonly StartedDataset[];
  /** Reads all of them again, one after the other; one that fails stays as it is, and that is observed. */
  readonly reload: () => Promise<void>;
  /** Answers what is under way, then ends everything that was started. */
  readonly close: () => Promise<void>;
}

/**
 * Serves several datasets, each below a path of its own. They have threads, answers kept, and the shares of clients in common. The port is taken first; a dataset that cannot be
 * loaded does not touch the others. Rejects with the errors of `listen`, and leaves nothing running then.
 */
export async function startDatasets({ datasets, settings, observe: tell }: StartDatasetsOptions): Promise<RunningDatasets> {
  const metrics = createMetrics();
  const observe: Observe = (observation) => {
    metrics.observe(observation);
    tell(observation);
    records.observe(observation);
  };
  const records = createRecords(settings, tell);
  const access = createAccess(settings, observe);
  // What is wrong with one of them is reported before anything is started.
  const stated = datasets.map(({ path, source, settings: overrides, roles }) => {
    const own = { ...settings, ...overrides };
    return { path, source, own, ofOwn: { ...networkOptionsOf(own), access: access.forDataset(path, { requireKeys: own.requireKeys, ...(roles !== undefined && { roles }) }) } };
  });
  const cache = createAnswerCache(settings.cacheBytes);
  const pool = settings.workers > 0 ? new WorkerPool({ ...settings, observe }) : undefined;
  const reading = createReadingThreads();
  const { metrics: _, publicBaseUrl, ...web } = webOptionsOf(settings, metrics, reading);
  const fair = createFairShare(web.limits);
  const served = stated.map(({ path, source, own, ofOwn }) => {
    const changes = entityChangesOf(source, own, () => ({ live, load: () => dataset.load() }));
    const live: ReloadableDataset = liveDatasetOf(source, { settings: own, observe, cache, ...(pool !== undefined && { pool }), ...(changes !== undefined && { changes }) });
    const dataset = new WatchedDataset(live, source);
    const browsing = createBrowseThreads(own.browseEntities);
    const address = publicBaseUrl === undefined ? undefined : `${publicBaseUrl.replace(/\/+$/, '')}/${path}/`;
    const app = createApp({ ...web, ...ofOwn, ...(address !== undefined && { publicBaseUrl: address }), limits: { ...web.limits, ...own }, ...(changes !== undefined && { entities: changes }), records, fair, browsing, live, observe });
    return { path, live, browsing, changes, app, dataset, own, access: ofOwn.access };
  });
  const [first] = served;
  if (first === undefined) throw new Error('a service of several datasets has one');
  const addressOfAll = publicBaseUrl === undefined ? {} : { publicBaseUrl: `${publicBaseUrl.replace(/\/+$/, '')}/all` };
  const createAllApp: DatasetsOptions['createAllApp'] = (routes, own) => createApp({ ...web, ...addressOfAll, ...(own !== undefined && { access: own }), records, fair, browsing: first.browsing, live: first.live, observe }, routes);
  const app = createDatasetsApp({ ...web, datasets: served, createAllApp, metrics, access: access.forDataset(''), records, ...(publicBaseUrl !== undefined && { publicBaseUrl }) });

  const closeParts = async (): Promise<void> => {
    await reading.close();
    await Promise.all(served.map(async ({ live, browsing, changes }) => Promise.all([changes?.close(), live.close(), browsing.close()])));
    await pool?.close();
    await records.close();
  };
  const server = await serveApp(app, settings, observe).catch(async (thrown: unknown) => {
    await closeParts();
    throw thrown;
  });
  const { url } = server;
  const started = await mapSeveralAtOnce(served, loadsAtOnce(), async ({ path, dataset, own }): Promise<StartedDataset> => {
    // A load that fails is observed by the dataset itself.
    const image = await dataset.load().catch(() => undefined);
    if (own.watch === 'on') dataset.watch();
    if (own.refresh > 0) dataset.refreshEvery(own.refresh);
    return { path, url: `${url}${path}/`, report: image?.report };
  });
  access.hasBegun();
  observe({ kind: 'listening', url });
  return {
    url,
    datasets: started,
    reload: async () => {
      access.reload();
      records.reopen();
      server.reloadCertificate();
      for (const { dataset } of served) await dataset.load().catch(() => undefined);
    },
    close: async () => {
      for (const { dataset } of served) dataset.unwatch();
      await server.close();
      await closeParts();
    },
  };
}

/** Memory that the loading of one large dataset may take beside what is served. */
const LOADING_BYTES = 2 * 1024 ** 3;
const MOST_AT_ONCE = 2;

/** Datasets that are loaded at the same time: two, where there are processors and memory for it. */
function loadsAtOnce(): number {
  return availableParallelism() < 2 || freemem() < MOST_AT_ONCE * LOADING_BYTES ? 1 : MOST_AT_ONCE;
}

/** The outcomes in the order of the items, of which so many are under way at once. */
async function mapSeveralAtOnce<Item, Outcome>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<Outcome>): Promise<readonly Outcome[]> {
  const outcomes = new Map<Item, Outcome>();
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) outcomes.set(item, await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return items.flatMap((item) => outcomes.get(item) ?? []);
}

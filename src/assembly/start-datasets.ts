import { availableParallelism, freemem } from 'node:os';
import { join, resolve } from 'node:path';
import type { LoadReport } from '../datasets/load-report.js';
import type { Observe } from '../foundation/observation.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import { createMatchingTurns } from '../review/matching-turns.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createFairShare } from '../web/clients/fair-share.js';
import { createApp } from '../web/create-app.js';
import { createDatasetsApp, type DatasetsOptions } from '../web/datasets-app.js';
import { createAccess } from './create-access.js';
import { createAnswerCache } from './caching-batch-executor.js';
import { createMetrics } from './metrics.js';
import { createReadingThreads } from './reading-threads.js';
import { networkOptionsOf } from './network-options.js';
import { createRecords } from './create-records.js';
import { webOptionsOf } from './service-parts.js';
import { serveApp } from './serve-app.js';
import type { NamedSource } from './named-datasets.js';
import { createServedDataset, type SharedParts } from './served-dataset.js';
import { createUploadedDatasets } from './uploaded-datasets.js';
import { WorkerPool } from './worker-pool-batch-executor.js';

interface StartDatasetsOptions {
  readonly datasets: readonly NamedSource[];
  readonly settings: Settings;
  readonly observe: Observe;
  /** Cancels the loading; close the service afterwards. */
  readonly stop?: AbortSignal;
}

/** A dataset after its first load. */
interface StartedDataset {
  readonly path: string;
  /** The address to register in a client; ends with a slash. */
  readonly url: string;
  /** Undefined after a failure: the reason was observed, and it is retried when the files change or by `reload`. */
  readonly report: LoadReport | undefined;
  /** The candidate index in words, if loaded. */
  readonly searchedBy: string | undefined;
}

export interface RunningDatasets {
  /** The address of the list of datasets; ends with a slash. */
  readonly url: string;
  readonly datasets: readonly StartedDataset[];
  readonly dataFolder: string | undefined;
  /** Reloads all, one after the other; failures are observed and leave the old state. */
  readonly reload: () => Promise<void>;
  /** Finishes pending answers, then ends everything. */
  readonly close: () => Promise<void>;
}

/**
 * Serves several datasets, each below a path of its own, with shared threads, answer cache and client limits. The port
 * is taken first; a dataset that fails to load does not affect the others. Rejects with the errors of `listen`, and
 * then leaves nothing running.
 */
export async function startDatasets({
  datasets,
  settings,
  observe: tell,
  stop,
}: StartDatasetsOptions): Promise<RunningDatasets> {
  const metrics = createMetrics();
  const observe: Observe = (observation) => {
    metrics.observe(observation);
    tell(observation);
  };
  const records = createRecords(settings, tell);
  const access = createAccess(settings, observe);
  // Errors of any dataset's settings are reported before anything starts.
  const stated = datasets.map(({ path, source, settings: overrides, roles }) => {
    const own = { ...settings, ...overrides, dataDir: folderOf(settings, path) };
    return {
      path,
      source,
      own,
      ofOwn: {
        ...networkOptionsOf(own),
        access: access.forDataset(path, { requireKeys: own.requireKeys, ...(roles !== undefined && { roles }) }),
      },
    };
  });
  const cache = createAnswerCache(settings.cacheBytes);
  const pool = settings.workers > 0 ? new WorkerPool({ ...settings, observe }) : undefined;
  const reading = createReadingThreads();
  const { metrics: _, publicBaseUrl, ...web } = webOptionsOf(settings, metrics, reading);
  const fair = createFairShare(web.limits);
  const turns = createMatchingTurns();
  const shared: SharedParts = { observe, records, cache, pool, turns, web: { ...web, fair }, publicBaseUrl };
  const uploads = createUploadedDatasets({ settings, shared: () => shared, accessFor: access.forDataset });
  const served = stated.map(({ path, source, own, ofOwn: { access: ofAccess, ...network } }) =>
    createServedDataset({ path, source, settings: own, network, access: ofAccess }, shared),
  );
  const endStart = (): void => {
    for (const { live } of served) void live.close();
  };
  stop?.addEventListener('abort', endStart);
  const [first] = served;
  if (first === undefined) throw new Error('a service of several datasets has one');
  let url = settings.baseUrl;
  // Imported only with projects.
  const projects =
    settings.dataDir === ''
      ? undefined
      : (await import('./projects/projects-service.js')).createProjectsWeb(settings, () => url, observe);
  const createPart: DatasetsOptions['createPart'] = (part, routes, own) => {
    const address =
      publicBaseUrl === undefined
        ? {}
        : { publicBaseUrl: part === 'all' ? `${publicBaseUrl.replace(/\/+$/, '')}/all` : publicBaseUrl };
    const parts = part === 'list' ? { uploads, ...(projects !== undefined && { projects: projects.options }) } : {};
    // Routes of several datasets lease from each; none uses `live`.
    return createApp(
      {
        ...web,
        ...address,
        ...own,
        ...parts,
        part,
        records,
        fair,
        browsing: first.browsing,
        live: first.live,
        observe,
      },
      routes,
    );
  };
  const app = createDatasetsApp({
    ...web,
    datasets: served,
    uploads,
    createPart,
    metrics,
    observe,
    access: access.forDataset(''),
    ...(publicBaseUrl !== undefined && { publicBaseUrl }),
  });

  const closeParts = async (): Promise<void> => {
    await Promise.all(served.map(({ review }) => review.runs.close()));
    await uploads.close();
    await projects?.close();
    await reading.close();
    await Promise.all(served.map(({ close }) => close()));
    await pool?.close();
    await records.close();
  };
  const server = await serveApp(app, settings, observe).catch(async (thrown: unknown) => {
    await closeParts();
    throw thrown;
  });
  ({ url } = server);
  const started = await mapSeveralAtOnce(
    served,
    loadsAtOnce(),
    async ({ path, dataset, settings: own }): Promise<StartedDataset> => {
      // Failed loads are observed by the dataset itself.
      const image = await dataset.load().catch(() => undefined);
      if (own.watch === 'on') dataset.watch();
      if (own.refresh > 0) dataset.refreshEvery(own.refresh);
      return {
        path,
        url: `${url}${path}/`,
        report: image?.report,
        searchedBy: image && INDEX_IN_WORDS[image.candidateIndex],
      };
    },
  );
  stop?.removeEventListener('abort', endStart);
  access.hasBegun();
  observe({ kind: 'listening', url });
  void uploads.begin();
  return {
    url,
    dataFolder: projects?.dataFolder,
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

/**
 * Folder of the review tables of a dataset, and of files that have no place next to its data: its own within that of
 * the service.
 */
function folderOf({ dataDir }: Settings, path: string): string {
  return dataDir === '' ? '' : join(resolve(dataDir), 'datasets', path);
}

/** Memory for loading one large dataset, in addition to the served ones. */
const LOADING_BYTES = 2 * 1024 ** 3;
const MAX_AT_ONCE = 2;

/** Number of parallel loads: two with enough processors and memory. */
function loadsAtOnce(): number {
  return availableParallelism() < 2 || freemem() < MAX_AT_ONCE * LOADING_BYTES ? 1 : MAX_AT_ONCE;
}

/** The outcomes in the order of the items, with a limited number in parallel. */
async function mapSeveralAtOnce<Item, Outcome>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<Item, Outcome>();
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) outcomes.set(item, await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return items.flatMap((item) => outcomes.get(item) ?? []);
}

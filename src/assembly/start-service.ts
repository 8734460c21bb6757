import type { DatasetSource } from '../datasets/dataset-source.js';
import type { LoadReport } from '../datasets/load-report.js';
import type { Observe } from '../foundation/observation.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createMatchingTurns } from '../review/matching-turns.js';
import { createFairShare } from '../web/clients/fair-share.js';
import { createApp } from '../web/create-app.js';
import { createAccess, type ServiceAccess } from './create-access.js';
import { createAnswerCache } from './caching-batch-executor.js';
import { createRecords } from './create-records.js';
import { createReview } from './create-review.js';
import { createMetrics } from './metrics.js';
import { createBrowseThreads } from './browse-threads.js';
import { createReadingThreads } from './reading-threads.js';
import { datasetPath } from './named-datasets.js';
import type { ReloadableDataset } from './live-dataset.js';
import { entityChangesOf, liveDatasetOf, webOptionsOf, type FirstLoad } from './service-parts.js';
import { serveApp } from './serve-app.js';
import type { SharedParts } from './served-dataset.js';
import { createUploadedDatasets, type UploadedDatasets } from './uploaded-datasets.js';
import { WatchedDataset } from './watched-dataset.js';
import { WorkerPool } from './worker-pool-batch-executor.js';

export interface StartOptions {
  readonly source: DatasetSource;
  readonly settings: Settings;
  readonly observe: Observe;
  /** A pending load (begin-service.ts); reloads start their own. */
  readonly firstLoad?: FirstLoad;
  /** Folder of the tables for review, instead of the one in the data folder. */
  readonly reviews?: string;
  /** Cancels the start, which then rejects. */
  readonly stop?: AbortSignal;
}

export interface RunningService {
  /** The address to register in a client; ends with a slash. */
  readonly url: string;
  readonly snapshot: string;
  readonly dataFolder: string | undefined;
  readonly report: LoadReport;
  /** The candidate index in words. */
  readonly searchedBy: string;
  /** Reads the files again and serves the new content; on an error the old one stays and the promise rejects. */
  readonly reload: () => Promise<LoadReport>;
  /** Finishes pending answers, then ends everything. */
  readonly close: () => Promise<void>;
}

/**
 * Settings and files → a running service. The port is taken first, so that a port in use is reported before a long
 * load; until the dataset is ready, requests get `not-ready`. Rejects with the errors of `listen` and `loadDataset`,
 * and then leaves nothing running.
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { settings, firstLoad } = options;
  const metrics = createMetrics();
  const observe: Observe = (observation) => {
    metrics.observe(observation);
    options.observe(observation);
    loads(observation);
  };
  const records = createRecords(settings, options.observe);
  const path = datasetPath(options.source.files[0] ?? options.source.manifestFile ?? '');
  const loads = records.loadsOf(path);
  const access = createAccess(settings, observe);
  firstLoad?.printTo(observe);
  const changes = entityChangesOf(options.source, settings, () => ({ live, load: () => dataset.load() }));
  const live: ReloadableDataset = liveDatasetOf(options.source, {
    settings,
    observe,
    cache: createAnswerCache(settings.cacheBytes),
    ...(firstLoad !== undefined && { firstLoad }),
    ...(changes !== undefined && { changes }),
  });
  const endStart = (): void => void live.close();
  options.stop?.addEventListener('abort', endStart);
  const dataset = new WatchedDataset(live, options.source, () => review.runs.resume());
  let url = settings.baseUrl;
  // Imported only with projects.
  const projects =
    settings.dataDir === ''
      ? undefined
      : (await import('./projects/projects-service.js')).createProjectsWeb(settings, () => url, observe);
  const reading = createReadingThreads();
  const browsing = createBrowseThreads(settings.browseEntities);
  const review = createReview({
    ...{ source: options.source, settings, live, reload: () => dataset.load() },
    ...(options.reviews !== undefined && { folder: options.reviews }),
  });
  const common = webOptionsOf(settings, metrics, reading);
  // A service for a single review takes no uploads.
  const uploads = options.reviews === undefined ? uploadsOf(settings, { access, records, observe, common }) : undefined;
  const web = {
    ...common,
    access: access.forDataset(path),
    browsing,
    review,
    ...(changes !== undefined && { entities: changes }),
    ...(uploads !== undefined && { uploads }),
  };
  const app = createApp({
    ...web,
    records,
    live,
    observe,
    ...(projects === undefined ? {} : { projects: projects.options }),
  });

  const server = await serveApp(app, settings, observe).catch(async (thrown: unknown) => {
    await projects?.close();
    await changes?.close();
    await records.close();
    throw thrown;
  });
  ({ url } = server);
  const reload = async (): Promise<LoadReport> => {
    access.reload();
    records.reopen();
    server.reloadCertificate();
    return (await dataset.load()).report;
  };
  const close = async (): Promise<void> => {
    dataset.unwatch();
    // Requests that wait for a project are answered before its workers end.
    await server.close();
    await review.runs.close();
    await uploads?.close();
    await projects?.close();
    await reading.close();
    await browsing.close();
    await changes?.close();
    await live.close();
    await records.close();
  };
  try {
    const image = await dataset.load();
    options.stop?.removeEventListener('abort', endStart);
    if (settings.watch === 'on') dataset.watch();
    if (settings.refresh > 0) dataset.refreshEvery(settings.refresh);
    access.hasBegun();
    observe({ kind: 'listening', url });
    void uploads?.begin();
    return {
      url,
      snapshot: image.id,
      dataFolder: projects?.dataFolder,
      report: image.report,
      searchedBy: INDEX_IN_WORDS[image.candidateIndex],
      reload,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/**
 * The uploaded datasets of a service of one dataset: they share threads and an answer cache, created for the first of
 * them.
 */
function uploadsOf(
  settings: Settings,
  {
    access,
    records,
    observe,
    common,
  }: Pick<SharedParts, 'records' | 'observe'> & {
    readonly access: ServiceAccess;
    readonly common: ReturnType<typeof webOptionsOf>;
  },
): UploadedDatasets {
  let shared: SharedParts | undefined;
  const uploads = createUploadedDatasets({
    settings,
    shared: () => {
      const { metrics: _, publicBaseUrl, ...web } = common;
      return (shared ??= {
        ...{ observe, records, publicBaseUrl, cache: createAnswerCache(settings.cacheBytes) },
        pool: settings.workers > 0 ? new WorkerPool({ ...settings, observe }) : undefined,
        turns: createMatchingTurns(),
        web: { ...web, fair: createFairShare(web.limits) },
      });
    },
    accessFor: access.forDataset,
  });
  return {
    ...uploads,
    close: async () => {
      await uploads.close();
      await shared?.pool?.close();
    },
  };
}

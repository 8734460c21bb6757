import type { DatasetSource } from '../datasets/dataset-source.js';
import { shownPath } from '../datasets/sources/source-address.js';
import type { LoadReport } from '../datasets/load-report.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { ReadingThreads } from '../web/bodies/request-reader.js';
import { createApp } from '../web/create-app.js';
import type { WebOptions } from '../web/web-options.js';
import { createAnswerCache, createCachingBatchExecutor } from './caching-batch-executor.js';
import { createBatchExecutor } from './create-batch-executor.js';
import type { SnapshotImage } from './snapshot-image.js';
import { listen } from './listen.js';
import { createLiveDataset, type ReloadableDataset } from './live-dataset.js';
import { allowedHostsOf } from './allowed-hosts.js';
import { createReview } from './create-review.js';
import { createMetrics, type Metrics } from './metrics.js';
import { prepareSnapshot, readContentHash } from './prepare-snapshot.js';
import { preparationRequest, prepareSnapshotInWorker, readContentHashInWorker } from './prepare-in-worker.js';
import { createBrowseThreads } from './browse-threads.js';
import { createReadingThreads } from './reading-threads.js';
import { createTableThreads } from './table-threads.js';
import { startWarmUp, type WarmUp } from './warm-up.js';
import { WatchedDataset } from './watched-dataset.js';

export interface StartOptions {
  readonly source: DatasetSource;
  readonly settings: Settings;
  readonly observe: Observe;
  /** A load that is under way already (begin-service.ts); reloads begin their own. */
  readonly firstLoad?: FirstLoad;
}

export interface FirstLoad {
  readonly image: Promise<SnapshotImage>;
  /** Who is to hear what it observes from now on. */
  readonly tellTo: (observe: Observe) => void;
}

export interface RunningService {
  /** The address to register in a client; ends with a slash. */
  readonly url: string;
  readonly snapshot: string;
  /** The folder of the projects, when there are any. */
  readonly dataFolder: string | undefined;
  readonly report: LoadReport;
  /** Reads the files again and serves what they hold now; on an error the old state stays and the promise rejects. */
  readonly reload: () => Promise<LoadReport>;
  /** Answers what is under way, then ends everything that was started. */
  readonly close: () => Promise<void>;
}

/** Parts of batches under way: each thread finds the next one waiting, and another client's turn comes soon. */
const AT_ONCE_A_THREAD = 3;
const LEAST_AT_ONCE = 4;

/**
 * Settings and files → a running service. The port is taken first, so that a port in use is reported before a long load;
 * until the dataset is ready, requests are answered with `not-ready`. Rejects with the errors of `listen` and
 * `loadDataset`, and leaves nothing running then.
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { settings, firstLoad } = options;
  const metrics = createMetrics();
  const observe: Observe = (observation) => {
    metrics.observe(observation);
    options.observe(observation);
  };
  firstLoad?.tellTo(observe);
  const live = liveDatasetOf(options, observe);
  const dataset = new WatchedDataset(live, options.source);
  let url = settings.baseUrl;
  // Imported where there are projects: a service without them starts without it.
  const projects = settings.dataDir === '' ? undefined : (await import('./projects/create-projects-web.js')).createProjectsWeb(settings, () => url, observe);
  const reading = createReadingThreads();
  const browsing = createBrowseThreads(settings.browseEntities);
  const review = createReview(options.source, settings, live, () => dataset.load());
  const web = { ...webOptionsOf(settings, metrics, reading), browsing, review };
  const app = createApp({ ...web, live, observe, ...(projects === undefined ? {} : { projects: projects.options }) });

  const server = await listen(app, settings.host, settings.port, settings.stopTimeoutMs).catch(async (thrown: unknown) => {
    await projects?.close();
    throw thrown;
  });
  if (settings.baseUrl === '') url = `http://${hostForUrl(settings.host)}:${String(server.port)}/`;
  let warmUp: WarmUp | undefined;
  const close = async (): Promise<void> => {
    await warmUp?.end();
    dataset.unwatch();
    // Requests that wait for a project are answered before its workers end.
    await server.close();
    await review.runs.close();
    await projects?.close();
    await reading.close();
    await browsing.close();
    await live.close();
  };
  try {
    const image = await dataset.load();
    if (settings.workers > 0) warmUp = startWarmUp(() => createApp({ ...web, live, observe: () => undefined }), live.current().snapshot.dataset.entities);
    if (settings.watch === 'on') dataset.watch();
    await review.runs.resume();
    if (settings.refresh > 0) dataset.refreshEvery(settings.refresh);
    observe({ kind: 'listening', url });
    return { url, snapshot: image.id, dataFolder: projects?.dataFolder, report: image.report, reload: async () => (await dataset.load()).report, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function liveDatasetOf({ source, settings, firstLoad }: StartOptions, observe: Observe): ReloadableDataset {
  const cache = createAnswerCache(settings.cacheBytes);
  let begun = firstLoad;
  return createLiveDataset({
    sourceName: source.files.map(shownPath).join(', ') || (source.manifestFile ?? ''),
    build: () => {
      const first = begun;
      begun = undefined;
      return first?.image ?? prepare(source, settings, observe);
    },
    readContentHash: () => (settings.workers > 0 ? readContentHashInWorker(source) : readContentHash(source)),
    createExecutor: (image, snapshot) => {
      const inner = createBatchExecutor(image, snapshot, settings, observe);
      return { ...inner, ...createCachingBatchExecutor(inner, { snapshotId: snapshot.id, cache, observe }) };
    },
    observe,
  });
}

function webOptionsOf(settings: Settings, metrics: Metrics, reading: ReadingThreads): Omit<WebOptions, 'live' | 'observe' | 'browsing'> {
  const { baseUrl, trustProxy, workers } = settings;
  return {
    metrics,
    reading,
    tables: createTableThreads(),
    ...(baseUrl === '' ? {} : { publicBaseUrl: baseUrl }),
    trustedProxies: trustProxy,
    allowedHosts: allowedHostsOf(settings),
    limits: { ...settings, batchesAtOnce: Math.max(LEAST_AT_ONCE, workers * AT_ONCE_A_THREAD) },
  };
}

async function prepare(source: DatasetSource, settings: Settings, observe: Observe): Promise<SnapshotImage> {
  const request = preparationRequest(source, settings);
  if (settings.workers > 0) return prepareSnapshotInWorker(request, observe);
  const { image, observations, afterwards } = await prepareSnapshot(request, { tell: (progress) => observe({ kind: 'dataset-progress', progress }) });
  observations.forEach(observe);
  void afterwards().then((more) => more.forEach(observe));
  return image;
}

/** A host as it stands in a URL that works on this machine. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

import type { DatasetSource } from '../datasets/dataset-source.js';
import type { LoadReport } from '../datasets/load-report.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createApp } from '../web/create-app.js';
import type { WebOptions } from '../web/web-options.js';
import { createAnswerCache, createCachingBatchExecutor } from './caching-batch-executor.js';
import { createBatchExecutor } from './create-batch-executor.js';
import type { GenerationImage } from './generation-image.js';
import { listen } from './listen.js';
import { createLiveDataset } from './live-dataset.js';
import { createMetrics } from './metrics.js';
import { prepareGeneration } from './prepare-generation.js';
import { preparationRequest, prepareGenerationInWorker } from './prepare-in-worker.js';
import { startWarmUp, type WarmUp } from './warm-up.js';
import type { WatchedFiles } from './watch-files.js';

export interface StartOptions {
  readonly source: DatasetSource;
  readonly settings: Settings;
  readonly observe: Observe;
  /** A load that is under way already (begin-service.ts); reloads begin their own. */
  readonly firstLoad?: FirstLoad;
}

export interface FirstLoad {
  readonly image: Promise<GenerationImage>;
  /** Who is to hear what it observes from now on. */
  readonly tellTo: (observe: Observe) => void;
}

export interface RunningService {
  /** The address to register in a client; ends with a slash. */
  readonly url: string;
  readonly generation: string;
  /** The folder of the projects, when there are any. */
  readonly dataFolder: string | undefined;
  readonly report: LoadReport;
  /** Reads the files again and serves what they hold now; on an error the old state stays and the promise rejects. */
  readonly reload: () => Promise<LoadReport>;
  /** Answers what is under way, then ends everything that was started. */
  readonly close: () => Promise<void>;
}

/**
 * Settings and files → a running service. The port is taken first, so that a port in use is reported before a long load;
 * until the dataset is ready, requests are answered with `not-ready`. Rejects with the errors of `listen` and
 * `loadDataset`, and leaves nothing running then.
 */
export async function startService({ source, settings, observe: tell, firstLoad }: StartOptions): Promise<RunningService> {
  const cache = createAnswerCache(settings.cacheBytes);
  const metrics = createMetrics();
  const observe: Observe = (observation) => {
    metrics.observe(observation);
    tell(observation);
  };

  firstLoad?.tellTo(observe);
  let loading = firstLoad;
  const live = createLiveDataset({
    sourceName: source.files.join(', ') || (source.manifestFile ?? ''),
    build: () => {
      const begun = loading;
      loading = undefined;
      return begun?.image ?? prepare(source, settings, observe);
    },
    createExecutor: (image, generation) => {
      const inner = createBatchExecutor(image, generation, settings, observe);
      return { ...createCachingBatchExecutor(inner, { generationId: generation.id, cache, observe }), close: () => inner.close() };
    },
    observe,
  });
  let url = settings.baseUrl;
  // Imported where there are projects: a service without them starts without it.
  const projects = settings.dataDir === '' ? undefined : (await import('./projects/create-projects-web.js')).createProjectsWeb(settings, () => url, observe);
  const web: Omit<WebOptions, 'live' | 'observe'> = {
    metrics,
    ...(settings.baseUrl === '' ? {} : { publicBaseUrl: settings.baseUrl }),
    trustedProxies: settings.trustProxy,
    limits: { maxBodyBytes: settings.maxBodyBytes, maxBatchQueries: settings.maxBatchQueries, batchSize: settings.batchSize },
  };
  const app = createApp({ ...web, live, observe, ...(projects === undefined ? {} : { projects: projects.options }) });

  const server = await listen(app, settings.host, settings.port).catch(async (thrown: unknown) => {
    await projects?.close();
    throw thrown;
  });
  if (settings.baseUrl === '') url = `http://${hostForUrl(settings.host)}:${String(server.port)}/`;
  let watched: WatchedFiles | undefined;
  let warmUp: WarmUp | undefined;
  const close = async (): Promise<void> => {
    await warmUp?.end();
    await watched?.close();
    // Requests that wait for a project are answered before its workers end.
    await server.close();
    await projects?.close();
    await live.close();
  };
  /** What is to be watched follows what is served; a file that a load misses is waited for as well. */
  let files: readonly string[] = [];
  const reload = async (): Promise<LoadReport> => {
    try {
      const image = await live.load();
      files = image.files;
      watched?.follow(files);
      return image.report;
    } catch (thrown) {
      const missing = thrown instanceof SameasError && thrown.code === 'file-not-found' ? thrown.facts['file'] : undefined;
      if (typeof missing === 'string') watched?.follow([...files, missing]);
      throw thrown;
    }
  };
  try {
    const image = await live.load();
    files = image.files;
    if (settings.workers > 0) warmUp = startWarmUp(() => createApp({ ...web, live, observe: () => undefined }), live.current().generation.dataset.entities);
    // A load that fails is told by the live dataset, which goes on with what it has.
    if (settings.watch === 'on') {
      // Imported when there is time for it: by now requests are being answered.
      const { watchFiles } = await import('./watch-files.js');
      watched = await watchFiles(files, () => void reload().catch(() => undefined));
    }
    observe({ kind: 'listening', url });
    return { url, generation: image.id, dataFolder: projects?.dataFolder, report: image.report, reload, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function prepare(source: DatasetSource, settings: Settings, observe: Observe): Promise<GenerationImage> {
  const request = preparationRequest(source, settings);
  if (settings.workers > 0) return prepareGenerationInWorker(request, observe);
  const { image, observations, afterwards } = await prepareGeneration(request);
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

import type { RequestListener } from 'node:http';
import type { ClusterCounts } from '../cluster/cluster-counters.js';
import type { Observe } from '../foundation/observation.js';
import { once } from '../foundation/once.js';
import { createMatchingTurns } from '../review/matching-turns.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { WebOptions } from '../web/web-options.js';
import { createFairShare } from '../web/clients/fair-share.js';
import { createAnswerCache } from './caching-batch-executor.js';
import { createAccess } from './create-access.js';
import { createRecords } from './create-records.js';
import { createMetrics } from './metrics.js';
import { createReadingThreads } from './reading-threads.js';
import { serveApp } from './serve-app.js';
import { webOptionsOf } from './service-parts.js';
import { WorkerPool } from './worker-pool-batch-executor.js';

type End = () => Promise<void> | void;

/** What a service has whatever it serves, shared by all its datasets. */
export type ServiceCore = ReturnType<typeof createServiceCore>;

/**
 * The core of a service, which does not listen yet. `searchCluster`: counts of requests to a cluster. Throws the errors
 * of settings and of files that they name.
 */
export function createServiceCore(settings: Settings, tell: Observe, searchCluster?: () => ClusterCounts) {
  const metrics = createMetrics(searchCluster);
  const observe: Observe = (observation) => {
    metrics.observe(observation);
    tell(observation);
  };
  const access = createAccess(settings, observe);
  const records = createRecords(settings, tell);
  const reading = createReadingThreads();
  const web = webOptionsOf(settings, reading);
  const ends: End[] = [records.close, reading.close];
  /** Adds a part; it ends before those that were added earlier. */
  const atEnd = (end: End): void => void ends.push(end);
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  let url = settings.baseUrl;
  let reloadCertificate = (): void => undefined;
  return {
    ...{ settings, observe, metrics, access, records, atEnd, close },
    web: { ...web, fair: createFairShare(web.limits) },
    /** Absolute address of an application below that of the service, if that is configured. */
    addressOf: (path = ''): Pick<WebOptions, 'publicBaseUrl'> =>
      settings.baseUrl === ''
        ? {}
        : { publicBaseUrl: path === '' ? settings.baseUrl : `${settings.baseUrl.replace(/\/+$/, '')}/${path}` },
    cache: createAnswerCache(settings.cacheBytes),
    turns: createMatchingTurns(),
    /** Threads for batches, which start with the first call; `undefined`: batches are computed here. */
    pool: once(() => {
      if (settings.workers === 0) return undefined;
      const pool = new WorkerPool({ ...settings, observe });
      ends.splice(1, 0, () => pool.close());
      return pool;
    }),
    /** Projects, if there is a data folder. Rejects when the folder cannot be used. */
    openProjects: async () => {
      if (settings.dataDir === '') return undefined;
      // Imported only with projects.
      const { createProjectsWeb } = await import('./projects/projects-service.js');
      const projects = createProjectsWeb(settings, () => url, observe);
      // Requests that wait for a project are answered before its workers end.
      atEnd(projects.close);
      return projects;
    },
    /** Listens, and gives the address for users, which ends with a slash. Rejects with the errors of `serveApp`. */
    serve: async (app: RequestListener): Promise<string> => {
      const server = await serveApp(app, settings, observe);
      atEnd(server.close);
      ({ url, reloadCertificate } = server);
      return url;
    },
    /** Reports that the service answers. */
    hasBegun: (): void => {
      access.hasBegun();
      observe({ kind: 'listening', url });
    },
    /** Reads keys and certificate again, and opens the logs again. */
    reload: (): void => {
      access.reload();
      records.reopen();
      reloadCertificate();
    },
  };
}

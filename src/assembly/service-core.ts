import type { RequestListener } from 'node:http';
import type { ClusterCounts } from '../cluster/cluster-counters.js';
import type { Observe } from '../foundation/observation.js';
import { once } from '../foundation/once.js';
import { createMatchingTurns } from '../review/matching-turns.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { WebOptions } from '../web/web-options.js';
import { createFairShare } from '../web/clients/fair-share.js';
import { type AnswerCache, createAnswerCache } from './caching-batch-executor.js';
import { createRecords, type ServiceRecords } from './create-records.js';
import { createMetrics, type Metrics } from './metrics.js';
import type { ProjectsWeb } from './projects/projects-service.js';
import { createReadingThreads } from './reading-threads.js';
import { serveApp } from './listen.js';
import { webOptionsOf } from './service-parts.js';
import { WorkerPool } from './worker-pool-batch-executor.js';
import { type Role, createKeyRing } from '../access/api-key.js';
import { readKeyFile } from '../access/key-file.js';
import { isLoopback } from '../foundation/is-loopback.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { AccessOptions } from '../web/access/access-options.js';
import { createSessions } from '../web/access/credentials.js';

type End = () => Promise<void> | void;

/** What a service has whatever it serves, shared by all its datasets. */
export class ServiceCore {
  readonly settings: Settings;
  readonly observe: Observe;
  readonly metrics: Metrics;
  readonly access: ReturnType<typeof createAccess>;
  readonly records: ServiceRecords;
  readonly web: ReturnType<typeof webOptionsOf> & Pick<WebOptions, 'fair'>;
  readonly cache: AnswerCache | undefined;
  readonly turns = createMatchingTurns();
  /** Threads for batches, which start with the first call; `undefined`: batches are computed here. */
  readonly pool: () => WorkerPool | undefined;
  readonly #ends: End[];
  #url: string;
  #reloadCertificate = (): void => undefined;

  /**
   * Does not listen yet. `searchCluster`: counts of requests to a cluster. Throws the errors of settings and of files
   * that they name.
   */
  constructor(settings: Settings, tell: Observe, searchCluster?: () => ClusterCounts) {
    const metrics = createMetrics(searchCluster);
    this.settings = settings;
    this.metrics = metrics;
    this.observe = (observation) => {
      metrics.observe(observation);
      tell(observation);
    };
    this.access = createAccess(settings, this.observe);
    this.records = createRecords(settings, tell);
    const reading = createReadingThreads();
    const web = webOptionsOf(settings, reading);
    this.web = { ...web, fair: createFairShare(web.limits) };
    this.cache = createAnswerCache(settings.cacheBytes);
    this.#ends = [this.records.close, reading.close];
    this.#url = settings.baseUrl;
    this.pool = once(() => {
      if (settings.workers === 0) return undefined;
      const pool = new WorkerPool({ ...settings, observe: this.observe });
      this.#ends.splice(1, 0, () => pool.close());
      return pool;
    });
  }

  /** The result of `start`; ends everything when it rejects. */
  async start<Started>(start: () => Promise<Started>): Promise<Started> {
    try {
      return await start();
    } catch (thrown) {
      await this.close();
      throw thrown;
    }
  }

  /** Adds a part; it ends before those that were added earlier. */
  atEnd(end: End): void {
    this.#ends.push(end);
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }

  /** Absolute address of an application below that of the service, if that is configured. */
  addressOf(path = ''): Pick<WebOptions, 'publicBaseUrl'> {
    const { baseUrl } = this.settings;
    if (baseUrl === '') return {};
    return { publicBaseUrl: path === '' ? baseUrl : `${baseUrl.replace(/\/+$/, '')}/${path}` };
  }

  /** Projects, if there is a data folder. Rejects when the folder cannot be used. */
  async openProjects(): Promise<ProjectsWeb | undefined> {
    if (this.settings.dataDir === '') return undefined;
    // Imported only with projects.
    const { createProjectsWeb } = await import('./projects/projects-service.js');
    const projects = createProjectsWeb(this.settings, () => this.#url, this.observe);
    // Requests that wait for a project are answered before its workers end.
    this.atEnd(projects.close);
    return projects;
  }

  /** Listens, and gives the address for users, which ends with a slash. Rejects with the errors of `serveApp`. */
  async serve(app: RequestListener): Promise<string> {
    const { close, url, reloadCertificate } = await serveApp(app, this.settings, this.observe);
    this.atEnd(close);
    this.#url = url;
    this.#reloadCertificate = reloadCertificate;
    return url;
  }

  /** Reports that the service answers. */
  hasBegun(): void {
    this.access.hasBegun();
    this.observe({ kind: 'listening', url: this.#url });
  }

  /** Reads keys and certificate again, and opens the logs again. */
  reload(): void {
    this.access.reload();
    this.records.reopen();
    this.#reloadCertificate();
  }
}

type AccessSettings = Pick<Settings, 'keysFile' | 'requireKeys' | 'host' | 'baseUrl' | 'trustProxy'>;

interface ServiceAccess {
  /**
   * Access options of the dataset at a path with its own settings. Throws `setting-invalid` when it requires keys and
   * has none.
   */
  readonly forDataset: (dataset: string, own?: OwnAccess) => AccessOptions;
  /** Called once the service listens: reports that changes are closed without keys. */
  readonly hasBegun: () => void;
  /** Reads the keys again. An unusable file is observed, and the old keys stay. */
  readonly reload: () => void;
}

/** Key settings of one of several datasets. */
interface OwnAccess {
  readonly requireKeys?: Settings['requireKeys'];
  readonly roles?: ReadonlyMap<string, Role>;
}

/**
 * Access rules of a service by its settings. Throws the errors of `readKeyFile`, and `setting-invalid` when keys are
 * required and missing.
 */
export function createAccess({ keysFile, requireKeys, ...place }: AccessSettings, observe: Observe): ServiceAccess {
  const checked = (required: Settings['requireKeys'], dataset = ''): Settings['requireKeys'] => {
    if (keysFile !== '' || required !== 'everything') return required;
    throw new SameasError(
      'setting-invalid',
      `${dataset === '' ? '' : `dataset ${dataset}: `}requireKeys: everything needs a key, and there is no file of keys.`,
      { advice: 'Make one with "sameas keys add NAME --keys-file keys.json", and name it with --keys-file.' },
    );
  };
  checked(requireKeys);
  const ring = keysFile === '' ? undefined : createKeyRing(() => readKeyFile(keysFile));
  const isClosed = ring !== undefined || isReached(place);
  const common = { ring, sessions: createSessions() };
  return {
    forDataset: (dataset, { requireKeys: own = requireKeys, roles } = {}) => {
      const required = checked(own, dataset);
      return { ...common, keyNeeded: isClosed ? required : 'nothing', dataset, ...(roles !== undefined && { roles }) };
    },
    hasBegun: () => {
      if (ring === undefined && isClosed && requireKeys !== 'nothing') observe({ kind: 'changes-closed' });
    },
    reload: () => {
      try {
        ring?.reload();
      } catch (thrown) {
        observe({ kind: 'keys-not-read', error: asSameasError(thrown) });
      }
    },
  };
}

/** Whether the service is reachable from other computers, directly or through a proxy. */
function isReached({ host, baseUrl, trustProxy }: Pick<Settings, 'host' | 'baseUrl' | 'trustProxy'>): boolean {
  return !isLoopback(host) || trustProxy > 0 || (baseUrl !== '' && !isLoopback(new URL(baseUrl).hostname));
}

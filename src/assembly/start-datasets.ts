import { availableParallelism, freemem } from 'node:os';
import { join, resolve } from 'node:path';
import type { LoadReport } from '../datasets/load-report.js';
import { defined } from '../foundation/defined.js';
import type { Observe } from '../foundation/observation.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createApp } from '../web/create-app.js';
import { createDatasetsApp, type DatasetsOptions } from '../web/datasets-app.js';
import type { WebOptions } from '../web/web-options.js';
import type { NamedSource } from './named-datasets.js';
import { networkOptionsOf } from './network-options.js';
import { createServedDataset, type ServedDataset } from './served-dataset.js';
import { ServiceCore } from './service-core.js';
import { UploadedDatasets } from './uploaded-datasets.js';

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
export function startDatasets({ datasets, settings, observe, stop }: StartDatasetsOptions): Promise<RunningDatasets> {
  const core = new ServiceCore(settings, observe);
  return core.start(async () => {
    const projects = await core.openProjects();
    const uploads = new UploadedDatasets(core);
    core.atEnd(() => uploads.close());
    const served = servedDatasets(datasets, core);
    core.atEnd(() => Promise.all(served.map(({ close }) => close())).then(() => undefined));
    const endStart = (): void => {
      for (const { live } of served) void live.close();
    };
    stop?.addEventListener('abort', endStart);
    const url = await core.serve(appOf(core, served, { uploads, ...defined({ projects: projects?.options }) }));
    core.atEnd(() => {
      for (const { dataset } of served) dataset.unwatch();
    });
    const started = await loadAll(served, url);
    stop?.removeEventListener('abort', endStart);
    core.hasBegun();
    void uploads.begin();
    return {
      url,
      dataFolder: projects?.dataFolder,
      datasets: started,
      reload: async () => {
        core.reload();
        for (const { dataset } of served) await dataset.load().catch(() => undefined);
      },
      close: () => core.close(),
    };
  });
}

/** `list`: options of the application with the list of datasets. */
function appOf(
  core: ServiceCore,
  served: readonly ServedDataset[],
  list: Pick<DatasetsOptions, 'uploads'> & Pick<WebOptions, 'projects'>,
): ReturnType<typeof createDatasetsApp> {
  const { web, records, metrics, observe } = core;
  const [first] = served;
  if (first === undefined) throw new Error('a service of several datasets has one');
  return createDatasetsApp({
    ...web,
    ...{ datasets: served, uploads: list.uploads, metrics, observe, access: core.access.forDataset('') },
    createPart: (part, routes, own) =>
      createApp(
        {
          ...web,
          ...core.addressOf(part === 'all' ? part : ''),
          ...own,
          ...(part === 'list' && list),
          ...{ part, records, observe },
          // Routes of several datasets lease from each; none uses `live`.
          ...{ browsing: first.browsing, live: first.live },
        },
        routes,
      ),
    ...core.addressOf(),
  });
}

/** Loads the datasets, and keeps them fresh from then on. Never rejects: failed loads are observed by the dataset. */
function loadAll(served: readonly ServedDataset[], url: string): Promise<readonly StartedDataset[]> {
  return mapSeveralAtOnce(served, loadsAtOnce(), async ({ path, dataset, keepFresh }) => {
    const image = await dataset.load().catch(() => undefined);
    keepFresh();
    const searchedBy = image && INDEX_IN_WORDS[image.candidateIndex];
    return { path, url: `${url}${path}/`, report: image?.report, searchedBy };
  });
}

/** The datasets, not loaded yet. Errors of the settings of any are thrown before one is created. */
function servedDatasets(datasets: readonly NamedSource[], core: ServiceCore): readonly ServedDataset[] {
  const { settings, access } = core;
  return datasets
    .map(({ path, source, settings: overrides, roles }) => {
      const own = { ...settings, ...overrides, dataDir: folderOf(settings, path) };
      return {
        ...{ path, source, settings: own },
        access: access.forDataset(path, { requireKeys: own.requireKeys, ...defined({ roles }) }),
        web: { ...networkOptionsOf(own), ...core.addressOf(`${path}/`), part: 'dataset' as const },
      };
    })
    .map((dataset) => createServedDataset(dataset, core));
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

import { availableParallelism, freemem } from 'node:os';
import { join, resolve } from 'node:path';
import type { LoadReport } from '../datasets/load-report.js';
import type { Observe } from '../foundation/observation.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createApp } from '../web/create-app.js';
import { createDatasetsApp, type DatasetsOptions } from '../web/datasets-app.js';
import type { NamedSource } from './named-datasets.js';
import { networkOptionsOf } from './network-options.js';
import { createServedDataset, type ServedDataset } from './served-dataset.js';
import { createServiceCore, type ServiceCore } from './service-core.js';
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
export async function startDatasets({
  datasets,
  settings,
  observe,
  stop,
}: StartDatasetsOptions): Promise<RunningDatasets> {
  const core = createServiceCore(settings, observe);
  try {
    const projects = await core.openProjects();
    const uploads = new UploadedDatasets(core);
    core.atEnd(() => uploads.close());
    const served = servedDatasets(datasets, core);
    core.atEnd(() => Promise.all(served.map(({ close }) => close())).then(() => undefined));
    const endStart = (): void => {
      for (const { live } of served) void live.close();
    };
    stop?.addEventListener('abort', endStart);
    const [first] = served;
    if (first === undefined) throw new Error('a service of several datasets has one');
    const { web, records, metrics } = core;
    const createPart: DatasetsOptions['createPart'] = (part, routes, own) =>
      createApp(
        {
          ...web,
          ...core.addressOf(part === 'all' ? part : ''),
          ...own,
          ...(part === 'list' && { uploads, ...(projects !== undefined && { projects: projects.options }) }),
          ...{ part, records, observe: core.observe },
          // Routes of several datasets lease from each; none uses `live`.
          ...{ browsing: first.browsing, live: first.live },
        },
        routes,
      );
    const app = createDatasetsApp({
      ...web,
      ...{ datasets: served, uploads, createPart, metrics, observe: core.observe, access: core.access.forDataset('') },
      ...core.addressOf(),
    });
    const url = await core.serve(app);
    core.atEnd(() => {
      for (const { dataset } of served) dataset.unwatch();
    });
    const started = await mapSeveralAtOnce(
      served,
      loadsAtOnce(),
      async ({ path, dataset, keepFresh }): Promise<StartedDataset> => {
        // Failed loads are observed by the dataset itself.
        const image = await dataset.load().catch(() => undefined);
        keepFresh();
        return {
          path,
          url: `${url}${path}/`,
          report: image?.report,
          searchedBy: image && INDEX_IN_WORDS[image.candidateIndex],
        };
      },
    );
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
      close: core.close,
    };
  } catch (thrown) {
    await core.close();
    throw thrown;
  }
}

/** The datasets, not loaded yet. Errors of the settings of any are thrown before one is created. */
function servedDatasets(datasets: readonly NamedSource[], core: ServiceCore): readonly ServedDataset[] {
  const { settings, access, addressOf } = core;
  return datasets
    .map(({ path, source, settings: overrides, roles }) => {
      const own = { ...settings, ...overrides, dataDir: folderOf(settings, path) };
      return {
        ...{ path, source, settings: own },
        access: access.forDataset(path, { requireKeys: own.requireKeys, ...(roles !== undefined && { roles }) }),
        web: { ...networkOptionsOf(own), ...addressOf(`${path}/`), part: 'dataset' as const },
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

import type { DatasetSource } from '../datasets/dataset-source.js';
import type { LoadReport } from '../datasets/load-report.js';
import { defined } from '../foundation/defined.js';
import type { Observe } from '../foundation/observation.js';
import { INDEX_IN_WORDS } from '../search/candidate-index.js';
import type { Settings } from '../settings/setting-definitions.js';
import { datasetPath } from './named-datasets.js';
import { createServedDataset } from './served-dataset.js';
import { ServiceCore } from './service-core.js';
import type { FirstLoad } from './service-parts.js';
import { UploadedDatasets } from './uploaded-datasets.js';

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
export function startService(options: StartOptions): Promise<RunningService> {
  const { source, settings, firstLoad, reviews, stop } = options;
  const core = new ServiceCore(settings, options.observe);
  return core.start(async () => {
    const path = datasetPath(source.files[0] ?? source.manifestFile ?? '');
    const projects = await core.openProjects();
    // A service for a single review takes no uploads.
    const uploads = reviews === undefined ? new UploadedDatasets(core) : undefined;
    if (uploads !== undefined) core.atEnd(() => uploads.close());
    const web = { ...core.addressOf(), metrics: core.metrics, ...defined({ uploads, projects: projects?.options }) };
    const access = core.access.forDataset(path);
    const { app, live, dataset, keepFresh, close } = createServedDataset(
      { path, source, settings, firstLoad, reviews, access, web },
      core,
    );
    core.atEnd(close);
    const endStart = (): void => void live.close();
    stop?.addEventListener('abort', endStart);
    const url = await core.serve(app);
    core.atEnd(() => dataset.unwatch());
    const image = await dataset.load();
    stop?.removeEventListener('abort', endStart);
    keepFresh();
    core.hasBegun();
    void uploads?.begin();
    return {
      url,
      snapshot: image.id,
      dataFolder: projects?.dataFolder,
      report: image.report,
      searchedBy: INDEX_IN_WORDS[image.candidateIndex],
      reload: async () => {
        core.reload();
        return (await dataset.load()).report;
      },
      close: () => core.close(),
    };
  });
}

import type { DatasetSource } from '../datasets/dataset-source.js';
import { defined } from '../foundation/defined.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { AccessOptions } from '../web/access/access-options.js';
import { createApp } from '../web/create-app.js';
import type { WebOptions } from '../web/web-options.js';
import { createBrowseThreads } from './browse-threads.js';
import { createReview } from './create-review.js';
import type { ServiceCore } from './service-core.js';
import { entityChangesOf, liveDatasetOf, type FirstLoad } from './service-parts.js';
import { SameasError } from '../foundation/sameas-error.js';
import { indexPathOf, isIndexFolder } from './built-index/index-folder.js';
import type { SnapshotImage } from './snapshot-image.js';
import type { ReloadableDataset } from './live-dataset.js';
import { stat } from 'node:fs/promises';

interface DatasetToServe {
  /** Path below the address of the service, without slashes at the ends; its name in the logs. */
  readonly path: string;
  readonly source: DatasetSource;
  readonly settings: Settings;
  readonly access: AccessOptions;
  /** Options of its application besides those of the service. */
  readonly web: Partial<WebOptions>;
  /** A pending load; reloads start their own. */
  readonly firstLoad?: FirstLoad | undefined;
  /** Folder of the tables for review, instead of the one in the data folder. */
  readonly reviews?: string | undefined;
}

/** A dataset of a service, not loaded yet. */
export type ServedDataset = ReturnType<typeof createServedDataset>;

/** Creates the parts of a dataset. Throws the errors of `entityChangesOf`. */
export function createServedDataset(
  { path, source, settings, access, web, firstLoad, reviews }: DatasetToServe,
  { observe: observeAll, records, cache, pool, turns, web: common }: ServiceCore,
) {
  const loads = records.loadsOf(path);
  const observe: Observe = (observation) => {
    observeAll(observation);
    loads(observation);
  };
  firstLoad?.printTo(observe);
  const changes = entityChangesOf(source, settings, () => ({ live, load: () => dataset.load() }));
  const live = liveDatasetOf(source, { settings, observe, cache, pool, firstLoad, changes });
  const dataset: WatchedDataset = new WatchedDataset(live, source, () => review.runs.resume());
  const browsing = createBrowseThreads(settings.browseEntities);
  const review = createReview({
    ...{ source, settings, live, reload: () => dataset.load(), turns },
    ...defined({ folder: reviews }),
  });
  const app = createApp({
    ...common,
    ...web,
    ...{ access, review, records, browsing, live, observe: observeAll },
    limits: { ...common.limits, ...settings },
    ...defined({ entities: changes }),
  });
  return {
    ...{ path, live, browsing, review, app, dataset, settings, access, batchSize: settings.batchSize },
    /** From now on a changed file is a reload, and so is the end of an interval, if configured. */
    keepFresh: (): void => {
      if (settings.watch === 'on') dataset.watch();
      if (settings.refresh > 0) dataset.refreshEvery(settings.refresh);
    },
    /** Ends all parts, once no request is pending. */
    close: async (): Promise<void> => {
      dataset.unwatch();
      await review.runs.close();
      await Promise.all([changes?.close(), live.close(), browsing.close()]);
    },
  };
}

/** A dataset that is reloaded when its files change, once they are watched. */
class WatchedDataset {
  readonly #live: ReloadableDataset;
  readonly #source: DatasetSource;
  /** Files of the served snapshot. */
  #files: readonly string[] = [];
  /** Start of the load of the served snapshot, in ms. */
  #loadedAt = 0;
  #watched: WatchedFiles | undefined;
  #timer: NodeJS.Timeout | undefined;

  #whenFirstLoaded: () => Promise<void>;

  /** `whenFirstLoaded` is awaited by the first successful load. */
  constructor(
    live: ReloadableDataset,
    source: DatasetSource,
    whenFirstLoaded: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#live = live;
    this.#source = source;
    this.#whenFirstLoaded = whenFirstLoaded;
  }

  /**
   * Loads and serves the dataset. Its files are watched from then on, as are missing or unusable files of a failed
   * load. Rejects with the errors of the load.
   */
  async load(): Promise<SnapshotImage> {
    const startedAt = Date.now();
    try {
      const image = await this.#live.load();
      this.#files = filesToWatch(this.#source, image);
      this.#loadedAt = startedAt;
      this.#watched?.follow(this.#files, startedAt);
      const whenFirstLoaded = this.#whenFirstLoaded;
      this.#whenFirstLoaded = () => Promise.resolve();
      await whenFirstLoaded();
      return image;
    } catch (thrown) {
      const file = thrown instanceof SameasError ? thrown.facts['file'] : undefined;
      this.#watched?.follow(typeof file === 'string' ? [...this.#files, file] : this.#files, startedAt);
      throw thrown;
    }
  }

  watch(): void {
    // A failed load is reported by the live dataset, which serves the old state.
    this.#watched = watchFiles(this.#files, this.#loadedAt, () => void this.load().catch(() => undefined));
  }

  /** Checks the source for changes at this interval, one check after the other. */
  refreshEvery(periodMs: number): void {
    this.#timer = setTimeout(() => {
      void this.#live.refresh().then(() => {
        if (this.#timer !== undefined) this.refreshEvery(periodMs);
      });
    }, periodMs).unref();
  }

  unwatch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#watched?.close();
  }
}

/** For a built index the index file alone: its sources may change or be gone without effect. */
function filesToWatch(source: DatasetSource, { files }: SnapshotImage): readonly string[] {
  const folder = source.files.find(isIndexFolder);
  return folder === undefined ? files : [indexPathOf(folder)];
}

/** Interval of checking the files; a file that is being written is left alone until it is unchanged for this long. */
const LOOK_EVERY_MS = 500;
/** Maximum lag of file times behind the clock. */
const CLOCK_LAG_MS = 20;

export interface WatchedFiles {
  /**
   * Watches these files instead of the previous ones. A new one counts as changed if modified since this time in ms; an
   * absent one is waited for.
   */
  readonly follow: (files: readonly string[], since: number) => void;
  readonly close: () => void;
}

/** State of a watched file. */
interface WatchedFile {
  readonly since: number;
  /** State at the last report; `undefined` while unknown or absent. */
  reported: string | undefined;
  /** State at the last check. */
  seen: string | undefined;
  isKnown: boolean;
}

/**
 * Calls `changed` when a file was changed, replaced or created since this time in ms and is complete again. Files are
 * checked twice a second: file system events begin with a delay, may end when a file is replaced, and are missing for
 * network folders.
 */
export function watchFiles(files: readonly string[], since: number, changed: () => void): WatchedFiles {
  let watched = new Map<string, WatchedFile>();
  let isClosed = false;
  const look = async (): Promise<void> => {
    const changes = await Promise.all(
      [...watched].map(async ([name, file]) => mustBeReported(file, await stateOf(name))),
    );
    if (isClosed) return;
    timer = lookLater();
    if (changes.includes(true)) changed();
  };
  const lookLater = (): NodeJS.Timeout => setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  const follow: WatchedFiles['follow'] = (next, changedSince) => {
    watched = new Map(next.map((name) => [name, watched.get(name) ?? unknown(changedSince)]));
  };
  follow(files, since);
  let timer = lookLater();
  return {
    follow,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function unknown(since: number): WatchedFile {
  return { since, reported: undefined, seen: undefined, isKnown: false };
}

/** Whether the file differs from the last report and has been stable for a while. Records its state. */
function mustBeReported(file: WatchedFile, now: FileState | undefined): boolean {
  const isSettled = now !== undefined && now.text === file.seen;
  file.seen = now?.text;
  if (!file.isKnown) {
    file.isKnown = true;
    if (now !== undefined && now.changedAt < file.since - CLOCK_LAG_MS) file.reported = now.text;
  }
  if (now === undefined) file.reported = undefined;
  if (!isSettled || file.reported === file.seen) return false;
  file.reported = file.seen;
  return true;
}

interface FileState {
  /** In ms. */
  readonly changedAt: number;
  /** Equal while the file is neither written to nor replaced. */
  readonly text: string;
}

/** Undefined for an absent or unreadable file. */
async function stateOf(file: string): Promise<FileState | undefined> {
  try {
    const { ctimeMs, mtimeMs, size, ino } = await stat(file);
    return { changedAt: ctimeMs, text: [ctimeMs, mtimeMs, size, ino].join(' ') };
  } catch {
    return undefined;
  }
}

import type { DatasetSource } from '../datasets/dataset-source.js';
import { SameasError } from '../foundation/sameas-error.js';
import { indexPathOf, isIndexFolder } from './built-index/index-folder.js';
import type { SnapshotImage } from './snapshot-image.js';
import type { ReloadableDataset } from './live-dataset.js';
import { watchFiles, type WatchedFiles } from './watch-files.js';

/** A dataset that is reloaded when its files change, once they are watched. */
export class WatchedDataset {
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

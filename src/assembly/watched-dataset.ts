import type { DatasetSource } from '../datasets/dataset-source.js';
import { SameasError } from '../foundation/sameas-error.js';
import { indexPathOf, isIndexFolder } from './built-index/index-folder.js';
import type { SnapshotImage } from './snapshot-image.js';
import type { ReloadableDataset } from './live-dataset.js';
import { watchFiles, type WatchedFiles } from './watch-files.js';

/** A dataset that is loaded anew when its files change, once they are watched. */
export class WatchedDataset {
  readonly #live: ReloadableDataset;
  readonly #source: DatasetSource;
  /** Those of what is served. */
  #files: readonly string[] = [];
  /** When the load of what is served began, in ms. */
  #loadedAt = 0;
  #watched: WatchedFiles | undefined;
  #timer: NodeJS.Timeout | undefined;

  #whenFirstLoaded: () => Promise<void>;

  /** `whenFirstLoaded` is waited for by the first load that succeeds. */
  constructor(
    live: ReloadableDataset,
    source: DatasetSource,
    whenFirstLoaded: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#live = live;
    this.#source = source;
    this.#whenFirstLoaded = whenFirstLoaded;
  }

  /** Loads, and serves that. What is watched follows what is served; a file that a load misses, or cannot use, is watched as well. Rejects with the errors of the load. */
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

  /** From now on a file that changes is a reason to load. */
  watch(): void {
    // A load that fails is told by the live dataset, which goes on with what it has.
    this.#watched = watchFiles(this.#files, this.#loadedAt, () => void this.load().catch(() => undefined));
  }

  /** From now on the list is looked at for changes every so many ms, one look after the other. */
  refreshEvery(periodMs: number): void {
    this.#timer = setTimeout(() => {
      void this.#live.refresh().then(() => {
        if (this.#timer !== undefined) this.refreshEvery(periodMs);
      });
    }, periodMs).unref();
  }

  /** Watches no more. */
  unwatch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#watched?.close();
  }
}

/** Of a built index that is the index: what it was built from may change, or be gone, and changes nothing. */
function filesToWatch(source: DatasetSource, { files }: SnapshotImage): readonly string[] {
  const folder = source.files.find(isIndexFolder);
  return folder === undefined ? files : [indexPathOf(folder)];
}

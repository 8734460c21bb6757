import { watch } from 'chokidar';

/** A file that is still being written is left alone until its size has been the same for this long. */
const SETTLED_MS = 500;

/** Files that are watched. */
export interface WatchedFiles {
  /** From now on these are watched in place of those before; a file need not be there yet. */
  readonly follow: (files: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** Calls `changed` when any of the files has been changed or replaced, and is whole again. */
export async function watchFiles(files: readonly string[], changed: () => void): Promise<WatchedFiles> {
  const watcher = watch([...files], { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 100 } });
  watcher.on('add', changed).on('change', changed);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  let watched: ReadonlySet<string> = new Set(files);
  return {
    follow: (next) => {
      const before = watched;
      watched = new Set(next);
      watcher.unwatch([...before].filter((file) => !watched.has(file)));
      watcher.add([...watched].filter((file) => !before.has(file)));
    },
    close: () => watcher.close(),
  };
}

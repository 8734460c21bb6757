import { watch } from 'chokidar';

/** A file that is still being written is left alone until its size has been the same for this long. */
const SETTLED_MS = 500;

/**
 * Calls `changed` when any of the files has been changed or replaced, and is whole again. Gives what ends the watching.
 */
export async function watchFiles(files: readonly string[], changed: () => void): Promise<() => Promise<void>> {
  const watcher = watch([...files], { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 100 } });
  watcher.on('add', changed).on('change', changed);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return () => watcher.close();
}

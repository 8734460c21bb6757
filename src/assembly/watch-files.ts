import { statSync, type Stats } from 'node:fs';
import { watch } from 'chokidar';

/** A file that is still being written is left alone until its size has been the same for this long. */
const SETTLED_MS = 500;

/** Files that are watched. */
export interface WatchedFiles {
  /** From now on these are watched in place of those before. Of those that are new, one that has been changed since, a time in ms, is told at once. */
  readonly follow: (files: readonly string[], since: number) => void;
  /** Until the next call a file that is not there is waited for, too. */
  readonly waitFor: (missing: string | undefined) => void;
  readonly close: () => Promise<void>;
}

/** Calls `changed` when any of the files has been changed or replaced since, a time in ms, and is whole again. */
export async function watchFiles(files: readonly string[], since: number, changed: () => void): Promise<WatchedFiles> {
  const watcher = watch([], { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 100 } });
  watcher.on('add', changed).on('change', changed);
  let watched: ReadonlySet<string> = new Set();
  let stopLooking: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;
  const follow: WatchedFiles['follow'] = (next, changedSince) => {
    stopLooking?.();
    const before = watched;
    watched = new Set(next);
    watcher.unwatch([...before].filter((file) => !watched.has(file)));
    const added = [...watched].filter((file) => !before.has(file));
    watcher.add(added);
    const areChanged = (): boolean => added.some((file) => isChangedSince(file, changedSince));
    if (areChanged()) changed();
    else stopLooking = lookLater(areChanged, changed);
  };
  const ready = new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  follow(files, since);
  await ready;
  return {
    follow,
    waitFor: (missing) => {
      stopWaiting?.();
      stopWaiting = missing === undefined ? undefined : whenThere(missing, changed);
    },
    close: () => {
      stopLooking?.();
      stopWaiting?.();
      return watcher.close();
    },
  };
}

function isChangedSince(file: string, since: number): boolean {
  return (stateOf(file)?.ctimeMs ?? 0) > since;
}

/** Looks when the watcher has begun: it takes a moment, and does not see what happens in it. */
function lookLater(areChanged: () => boolean, changed: () => void): () => void {
  const timer = setTimeout(() => {
    if (areChanged()) changed();
  }, SETTLED_MS);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Looks again and again: a watcher sees nothing of a file that comes while it begins to watch. */
function whenThere(file: string, isThere: () => void): () => void {
  let sizeBefore: number | undefined;
  const timer = setInterval(() => {
    const size = stateOf(file)?.size;
    const isWhole = size !== undefined && size === sizeBefore;
    sizeBefore = size;
    if (!isWhole) return;
    clearInterval(timer);
    isThere();
  }, SETTLED_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Undefined for a file that is not there, or not to be seen. */
function stateOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

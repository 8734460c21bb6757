import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Pause between collections, each of which stops the thread for some ten milliseconds. */
const PAUSE_MS = 2_000;

let collect: (() => void) | undefined;
let waiting: NodeJS.Timeout | undefined;
let last = -Infinity;

/**
 * Frees unreferenced memory of this thread within some seconds. Shared memory is freed when no thread refers to it, but
 * does not count towards automatic collection: a thread with little work would keep long freed snapshots.
 */
export function collectGarbage(): void {
  waiting ??= setTimeout(
    () => {
      waiting = undefined;
      last = performance.now();
      collect ??= collector();
      collect();
    },
    Math.max(0, last + PAUSE_MS - performance.now()),
  ).unref();
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void; // what the flag defines
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Between two collections, which stop the thread for some ten milliseconds. */
const PAUSE_MS = 2_000;

let collect: (() => void) | undefined;
let waiting: NodeJS.Timeout | undefined;
let last = -Infinity;

/**
 * Has the memory that this thread no longer refers to returned, within some seconds. Shared memory is returned when no thread refers to it any more, and does not count
 * towards what makes a thread collect by itself: without this a thread with little to do would keep snapshots that are long freed.
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

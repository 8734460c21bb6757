import { setTimeout as pause } from 'node:timers/promises';
import { clusterFaultIn, type Ask } from '../describe/answer.js';

/** A search cluster that does not answer is asked again after such pauses. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Asks again what a search cluster did not answer, until it does: no row stays without candidates for that. Between two tries `mayWait` may throw, to end the waiting; `tellWaiting` hears once why. */
export function askUntilAnswered(
  ask: Ask,
  { mayWait, tellWaiting }: { readonly mayWait: () => void; readonly tellWaiting: (fault: string) => void },
): Ask {
  return async (queries) => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const outcomes = await ask(queries);
      const fault = clusterFaultIn(outcomes);
      if (fault === undefined) return outcomes;
      mayWait();
      if (pauseMs === FIRST_PAUSE_MS) tellWaiting(fault.message);
      await pause(pauseMs);
    }
  };
}

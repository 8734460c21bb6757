import { setTimeout as pause } from 'node:timers/promises';
import { asSameasError, type SameasError } from '../foundation/sameas-error.js';

/** A search cluster that does not answer is asked again after such pauses. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Waiting for a search cluster that does not answer. */
export interface ClusterWait {
  /** Called between two tries with what is waited for; may throw, to end the waiting. */
  readonly mayWait: (fault: SameasError) => void;
  /** Hears once why it is waited. */
  readonly tellWaiting: (fault: string) => void;
}

/** Asks again what a search cluster did not answer, until it does: no row stays without candidates for that. `faultIn` finds the fault in an answer. Rejects with what `ask` rejects with for another reason. */
export async function askUntilAnswered<Answer>(
  ask: () => Promise<Answer>,
  { mayWait, tellWaiting }: ClusterWait,
  faultIn: (answer: Answer) => SameasError | undefined = () => undefined,
): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await ask().then(
      (given) => ({ given, fault: faultIn(given) }),
      (thrown: unknown) => {
        const fault = asSameasError(thrown);
        if (fault.code !== 'search-cluster-unavailable') throw thrown;
        return { fault, given: undefined };
      },
    );
    if (answer.fault === undefined) return answer.given as Answer; // without a fault there is one
    mayWait(answer.fault);
    if (pauseMs === FIRST_PAUSE_MS) tellWaiting(answer.fault.message);
    await pause(pauseMs);
  }
}

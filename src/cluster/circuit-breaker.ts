/** Keeps requests from a cluster that has failed several times in a row, for a pause that grows as long as it goes on failing. */
interface CircuitBreaker {
  /** Whether a request may be sent now: after a pause one is, to see how it stands. */
  readonly allows: () => boolean;
  readonly succeeded: () => void;
  readonly failed: (fault: string) => void;
  /** Last fault while requests are held back; `undefined`: they are let through. */
  readonly fault: () => string | undefined;
}

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** A breaker that lets everything through; `now` is replaced in tests. */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let openUntil = 0;
  let lastFault = '';
  const isOpen = (): boolean => failures >= FAILURES_TO_OPEN;
  return {
    allows: () => {
      if (!isOpen()) return true;
      if (now() < openUntil) return false;
      // One at a time, as long as it is not known how that one ends.
      openUntil = now() + pauseMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
      pauseMs = FIRST_PAUSE_MS;
    },
    failed: (fault) => {
      lastFault = fault;
      failures++;
      if (!isOpen()) return;
      openUntil = now() + pauseMs;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    },
    fault: () => (isOpen() ? lastFault : undefined),
  };
}

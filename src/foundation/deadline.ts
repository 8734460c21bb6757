/** A time after which work should be shortened. Reducing effort is up to the worker; a deadline never throws. */
export interface Deadline {
  readonly expired: () => boolean;
  /** Milliseconds left, at least 0; `Infinity` without a deadline. */
  readonly remainingMs: () => number;
}

export const NO_DEADLINE: Deadline = { expired: () => false, remainingMs: () => Infinity };

/** A deadline this long from now; tests replace `now`. */
export function deadlineAfter(timeoutMs: number, now: () => number = () => performance.now()): Deadline {
  const end = now() + timeoutMs;
  return { expired: () => now() >= end, remainingMs: () => Math.max(0, end - now()) };
}

/** The earlier of two deadlines. */
export function earlierOf(a: Deadline, b: Deadline): Deadline {
  return { expired: () => a.expired() || b.expired(), remainingMs: () => Math.min(a.remainingMs(), b.remainingMs()) };
}

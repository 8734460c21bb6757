/** A moment after which work should be cut short. Lowering effort is the worker's choice; a deadline never throws. */
export interface Deadline {
  readonly expired: () => boolean;
  /** Milliseconds left, never below 0; `Infinity` for no deadline. */
  readonly remainingMs: () => number;
}

export const NO_DEADLINE: Deadline = { expired: () => false, remainingMs: () => Infinity };

/** A deadline this long from now; `now` is replaced in tests. */
export function deadlineAfter(timeoutMs: number, now: () => number = () => performance.now()): Deadline {
  const end = now() + timeoutMs;
  return { expired: () => now() >= end, remainingMs: () => Math.max(0, end - now()) };
}

/** Expires with the first of the two. */
export function earlierOf(a: Deadline, b: Deadline): Deadline {
  return { expired: () => a.expired() || b.expired(), remainingMs: () => Math.min(a.remainingMs(), b.remainingMs()) };
}

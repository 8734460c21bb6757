/*
 * Matches of patterns that only a backtracking engine can run, and that may take exponential time. They cannot be interrupted from within; a thread beside looks every
 * `LOOK_MS` whether one is running, and ends the process when a request has spent `MAX_BACKTRACKING_MS` in them.
 */

/** The longest that one request may spend in patterns that may take exponential time. */
export const MAX_BACKTRACKING_MS = 2_000;

/** Shared with the thread that looks: [0] is 1 while such a match runs, [1] is the number of the request. */
export const backtracking = new Int32Array(new SharedArrayBuffer(8));

/** Says that a new request begins, with all its time. */
export function beginRequest(): void {
  Atomics.add(backtracking, 1, 1);
}

/** Says that a match was stopped from without. */
export function endMatch(): void {
  Atomics.store(backtracking, 0, 0);
}

/** Runs one match such that its time counts. Cost: some nanoseconds. */
export function counted<T>(match: () => T): T {
  Atomics.store(backtracking, 0, 1);
  try {
    return match();
  } finally {
    endMatch();
  }
}

/*
 * Matches of patterns that need a backtracking engine and may take exponential time. They cannot be interrupted from
 * within; another thread checks every `LOOK_MS` whether one is running, and ends the process when a request has spent
 * `MAX_BACKTRACKING_MS` in them.
 */

/** Maximum time of one request in such patterns. */
export const MAX_BACKTRACKING_MS = 2_000;

/** Shared with the checking thread: [0] is 1 during such a match, [1] is the number of the request. */
export const backtracking = new Int32Array(new SharedArrayBuffer(8));

/** Starts a request with its whole time. */
export function beginRequest(): void {
  Atomics.add(backtracking, 1, 1);
}

/** Ends a match that was stopped from outside. */
export function endMatch(): void {
  Atomics.store(backtracking, 0, 0);
}

/** Runs one match with its time counted. Cost: some nanoseconds. */
export function counted<T>(match: () => T): T {
  Atomics.store(backtracking, 0, 1);
  try {
    return match();
  } finally {
    endMatch();
  }
}

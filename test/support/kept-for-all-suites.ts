const ENDINGS = Symbol.for('endings of what suites share');

/** Starts something at the first call in a process, and gives the same to every later one; it ends with the process that runs the suites. */
export function keptForAllSuites<Kept>(
  start: () => Promise<Kept>,
  end: (kept: Kept) => Promise<unknown>,
): () => Promise<Kept> {
  let kept: Promise<Kept> | undefined;
  return () => {
    if (kept !== undefined) return kept;
    const started = start();
    kept = started;
    // What could not be started is tried again by the next suite.
    started.catch(() => (kept = undefined));
    // The runner of the suites has made it: test/runner/run-test-file.js.
    const endings = (globalThis as { [ENDINGS]?: (() => Promise<unknown>)[] })[ENDINGS];
    endings?.push(async () => end(await started));
    return started;
  };
}

/** When those who waited for the service have had their first answers. */
const BEGIN_AFTER_MS = 1500;
/** What is done in one go, about: who asks meanwhile waits no longer than that. */
const SLICE_MS = 3;
/** Between two goes, and at least as long as the last one took. */
const LEAST_PAUSE_MS = 4;

/**
 * Takes steps, a few milliseconds of them at a time and at most half of the time, beginning a second and a half from now, until there are none left or they have taken
 * `mostMs` together. Keeps no thread alive. What a step throws ends it, and is nobody's concern: nothing depends on what is done in spare time.
 */
export function takeInSpareTime(steps: Iterator<unknown>, mostMs = Infinity, now: () => number = () => performance.now()): void {
  let taken = 0;
  const go = (): void => {
    const start = now();
    try {
      do {
        if (steps.next().done === true) return;
      } while (now() - start < SLICE_MS);
    } catch {
      return;
    }
    const took = now() - start;
    taken += took;
    if (taken < mostMs) setTimeout(go, Math.max(LEAST_PAUSE_MS, took)).unref();
  };
  setTimeout(go, BEGIN_AFTER_MS).unref();
}

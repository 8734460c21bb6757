/** Lets so many requests be under way at once, and fewer where the other side has too much to do. */
interface Semaphore {
  /** Resolves when it is the caller's turn, which ends with what it gives. */
  readonly enter: () => Promise<() => void>;
  /** The other side has refused something: half as many from now on. */
  readonly halve: () => void;
}

/** Requests that go well until one more is let through. */
const WELL_BEFORE_MORE = 20;

/** At most so many at once. */
export function createSemaphore(most: number): Semaphore {
  let allowed = most;
  let inside = 0;
  let well = 0;
  const waiting: (() => void)[] = [];
  const letIn = (): void => {
    while (inside < allowed && waiting.length > 0) {
      inside++;
      waiting.shift()?.();
    }
  };
  const leave = (): void => {
    inside--;
    well++;
    if (well >= WELL_BEFORE_MORE && allowed < most) {
      allowed++;
      well = 0;
    }
    letIn();
  };
  return {
    enter: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(leave));
        letIn();
      }),
    halve: () => {
      allowed = Math.max(1, Math.floor(allowed / 2));
      well = 0;
    },
  };
}

/**
 * Lets few runs match at once, a portion of rows at a time, so that all progress and none has the service to itself.
 */
export interface MatchingTurns {
  /** Waits for a turn; the returned function ends it. A stopped run waits no longer. */
  readonly next: (stop: AbortSignal) => Promise<() => void>;
}

const AT_ONCE = 2;

/** Turns of `atOnce` runs. */
export function createMatchingTurns(atOnce = AT_ONCE): MatchingTurns {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    next: async (stop) => {
      if (taken >= atOnce && !stop.aborted) {
        const begin = await new Promise<'turn' | 'stopped'>((resolve) => {
          const turn = (): void => {
            stop.removeEventListener('abort', stopped);
            resolve('turn');
          };
          const stopped = (): void => {
            if (waiting.delete(turn)) resolve('stopped');
          };
          waiting.add(turn);
          stop.addEventListener('abort', stopped, { once: true });
        });
        if (begin === 'stopped') return () => undefined;
      } else {
        taken += 1;
      }
      return () => {
        const [first] = waiting;
        if (first === undefined) {
          taken -= 1;
          return;
        }
        waiting.delete(first);
        first();
      };
    },
  };
}

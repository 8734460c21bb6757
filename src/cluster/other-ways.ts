import { asSameasError } from '../foundation/sameas-error.js';

/*
 * A node that hangs keeps back whatever is asked of its copies of an index, though other nodes have the same: a request by another node is sent on to the same copy. So what takes
 * longer than nearly all requests do is sent once more by another way, with a word by which the engine chooses among the copies, and the first answer counts.
 */

/** Sends requests by other ways where the first one is slow. */
interface OtherWays {
  /** `send` is given the way: `undefined` as the engine likes, or a word that stands for one copy of each part. `isGood`: whether an answer is to be used; the last one is where none is. */
  readonly ask: <Answer>(
    send: (way: string | undefined) => Promise<Answer>,
    isGood: (answer: Answer) => boolean,
  ) => Promise<Answer>;
}

/** Times of the last requests from which it is told what is slow, and how much longer than nearly all of these. */
const REMEMBERED = 100;
const SHARE = 0.95;
const TIMES = 3;
const SHORTEST_MS = 150;
const LONGEST_MS = 800;
/** Requests under way at once for one that is slow. */
const MAX_WAYS = 6;
/** Time for which the faster of two ways is preferred. */
const KEPT_MS = 30_000;

/** `sentAgain` hears of each request that is sent once more; `now` is replaced in tests. */
export function createOtherWays(sentAgain: () => void, now: () => number = () => performance.now()): OtherWays {
  const times: number[] = [];
  let kept: { readonly way: string; readonly until: number } | undefined;
  let numbered = 0;
  let measured = 0;

  function slowAfterMs(): number {
    const sorted = [...times].sort((a, b) => a - b);
    const usual = sorted[Math.floor(SHARE * sorted.length)] ?? LONGEST_MS;
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, TIMES * usual));
  }

  return {
    ask: (send, isGood) =>
      new Promise((resolve, reject) => {
        const limitMs = slowAfterMs();
        let timer: NodeJS.Timeout | undefined;
        let underWay = 0;
        let isDone = false;
        const begin = (way: string | undefined, place: number): void => {
          const started = now();
          underWay++;
          const end = (give: () => void, good: boolean): void => {
            underWay--;
            if (isDone || (!good && underWay > 0)) return;
            isDone = true;
            clearTimeout(timer);
            give();
          };
          send(way).then(
            (answer) => {
              const good = isGood(answer);
              if (good && place === 0) times[measured++ % REMEMBERED] = now() - started;
              if (good && !isDone && place > 0 && way !== undefined) kept = { way, until: now() + KEPT_MS };
              end(() => resolve(answer), good);
            },
            (thrown: unknown) => end(() => reject(asSameasError(thrown)), false),
          );
          if (place + 1 < MAX_WAYS)
            timer = setTimeout(() => {
              sentAgain();
              // The same copies by another node, before other copies: either may hang.
              begin(place === 0 && way !== undefined ? way : `way-${String(++numbered)}`, place + 1);
            }, limitMs);
        };
        begin(kept !== undefined && kept.until > now() ? kept.way : undefined, 0);
      }),
  };
}

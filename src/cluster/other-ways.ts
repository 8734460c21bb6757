import { asSameasError } from '../foundation/sameas-error.js';

/*
 * A node that hangs keeps back whatever is asked of its copies of an index, though other nodes have the same: a request by another node is sent on to the same copy. So what takes
 * longer than nearly all requests do is sent once more by another way, with a word by which the engine chooses among the copies, and the first answer counts.
 */

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

/*
 * A node that hangs keeps back whatever is asked of its copies of an index, though other nodes have the same: a request by another node is sent on to the same copy. So what takes
 * longer than nearly all requests do is sent once more by another way, with a word by which the engine chooses among the copies, and the first answer counts.
 */
/** Sends requests by other ways where the first one is slow. */
export class OtherWays {
  readonly #sentAgain: () => void;
  readonly #now: () => number;
  readonly #times: number[] = [];
  #kept: { readonly way: string; readonly until: number } | undefined;
  #numbered = 0;
  #measured = 0;

  /** `sentAgain` hears of each request that is sent once more; `now` is replaced in tests. */
  constructor(sentAgain: () => void, now: () => number = () => performance.now()) {
    this.#sentAgain = sentAgain;
    this.#now = now;
  }

  /** `send` is given the way: `undefined` as the engine likes, or a word that stands for one copy of each part. `isGood`: whether an answer is to be used; the last one is where none is. */
  ask<Answer>(
    send: (way: string | undefined) => Promise<Answer>,
    isGood: (answer: Answer) => boolean,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const limitMs = this.#slowAfterMs();
      let timer: NodeJS.Timeout | undefined;
      let underWay = 0;
      let isDone = false;
      const begin = (way: string | undefined, place: number): void => {
        const started = this.#now();
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
            if (good && place === 0) this.#times[this.#measured++ % REMEMBERED] = this.#now() - started;
            if (good && !isDone && place > 0 && way !== undefined) this.#kept = { way, until: this.#now() + KEPT_MS };
            end(() => resolve(answer), good);
          },
          (thrown: unknown) => end(() => reject(asSameasError(thrown)), false),
        );
        if (place + 1 < MAX_WAYS)
          timer = setTimeout(() => {
            this.#sentAgain();
            // The same copies by another node, before other copies: either may hang.
            begin(place === 0 && way !== undefined ? way : `way-${String(++this.#numbered)}`, place + 1);
          }, limitMs);
      };
      begin(this.#kept !== undefined && this.#kept.until > this.#now() ? this.#kept.way : undefined, 0);
    });
  }

  #slowAfterMs(): number {
    const sorted = [...this.#times].sort((a, b) => a - b);
    const usual = sorted[Math.floor(SHARE * sorted.length)] ?? LONGEST_MS;
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, TIMES * usual));
  }
}

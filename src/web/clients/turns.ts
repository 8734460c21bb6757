import { SameasError } from '../../foundation/sameas-error.js';
import type { ClientBudgets } from './client-budgets.js';

/** Work that cannot be done all at once, shared fairly among clients. */
export interface Turns {
  /**
   * Does `work` when it is the client's turn, and charges the client with the time that it took. Rejects with what the work rejects with, and with
   * `too-many-requests` where too much waits already or the client has used up its seconds while others wait.
   */
  readonly run: <T>(client: string, work: () => Promise<T>) => Promise<T>;
}

/** How much may be under way and wait. */
export interface TurnLimits {
  /** Pieces of work under way. */
  readonly atOnce: number;
  /** Pieces of work of one client that wait. */
  readonly maxWaitingOfClient: number;
}

interface Queue {
  readonly waiting: (() => void)[];
  running: number;
}

/**
 * Turns for one kind of work. The next turn goes to the client with the least under way, of these to the one that has used least of the processor, and within a
 * client to what came first: whoever sends little never waits for all that another one has sent.
 */
export function createTurns({ atOnce, maxWaitingOfClient }: TurnLimits, budgets: ClientBudgets): Turns {
  const queues = new Map<string, Queue>();
  let running = 0;

  function next(): void {
    while (running < atOnce) {
      const chosen = [...queues]
        .filter(([, { waiting }]) => waiting.length > 0)
        .sort(([one, a], [other, b]) => a.running - b.running || budgets.usedBy(one) - budgets.usedBy(other))[0];
      const begin = chosen?.[1].waiting.shift();
      if (chosen === undefined || begin === undefined) return;
      chosen[1].running += 1;
      running += 1;
      begin();
    }
  }

  return {
    run: async (client, work) => {
      const queue = queues.get(client) ?? { waiting: [], running: 0 };
      if (queue.waiting.length >= maxWaitingOfClient) {
        throw new SameasError('too-many-requests', 'Too much work of this client is waiting.', {
          facts: { limit: maxWaitingOfClient },
          advice: 'Send the same request again in a few seconds.',
        });
      }
      if ([...queues].some(([other, { waiting }]) => other !== client && waiting.length > 0))
        budgets.refuseGreedy(client);
      queues.set(client, queue);
      await new Promise<void>((begin) => {
        queue.waiting.push(begin);
        next();
      });
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        budgets.charge(client, performance.now() - startedAt);
        queue.running -= 1;
        running -= 1;
        if (queue.running === 0 && queue.waiting.length === 0) queues.delete(client);
        next();
      }
    },
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createMatchingTurns } from '../../src/review/matching-turns.js';

describe('turns of runs that match', () => {
  it('are few at once, and go round', async () => {
    const turns = createMatchingTurns(2);
    const { signal } = new AbortController();
    const order: string[] = [];
    const run = async (name: string): Promise<void> => {
      for (let portion = 0; portion < 3; portion++) {
        const leave = await turns.next(signal);
        order.push(name);
        await nextTurn();
        leave();
      }
    };
    await Promise.all([run('a'), run('b'), run('c')]);
    expect(order.slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(order).toHaveLength(9);
  });

  it('are not waited for by a run that is stopped, and go to the next one', async () => {
    const turns = createMatchingTurns(1);
    const stop = new AbortController();
    const leave = await turns.next(stop.signal);
    const stopped = turns.next(stop.signal);
    const other = turns.next(new AbortController().signal);
    stop.abort();
    (await stopped)();
    leave();
    (await other)();
    (await turns.next(new AbortController().signal))();
  });
});

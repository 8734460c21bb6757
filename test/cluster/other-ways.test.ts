import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { OtherWays } from '../../src/cluster/other-ways.js';

const isGood = (answer: string): boolean => answer !== 'bad';

describe('a request whose copy hangs', () => {
  it('is sent by another way, which is kept to for a while', async () => {
    let again = 0;
    const ways = new OtherWays(() => again++);
    const asked: (string | undefined)[] = [];
    const send = async (way: string | undefined): Promise<string> => {
      asked.push(way);
      if (way === undefined) await pause(2_500);
      return String(way);
    };
    const begun = performance.now();
    const first = await ways.ask(send, isGood);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(first).toMatch(/^way-/);
    expect(again).toBe(1);
    expect(await ways.ask(send, isGood)).toBe(first);
    expect(asked).toEqual([undefined, first, first]);
  });

  it('is sent once where nothing is slow, and again as the engine likes when the time of the other way is over', async () => {
    let now = 0;
    const ways = new OtherWays(
      () => undefined,
      () => now,
    );
    const slow = (way: string | undefined): Promise<string> =>
      way === undefined ? pause(1_500, 'late') : Promise.resolve('soon');
    expect(await ways.ask(slow, isGood)).toBe('soon');
    now = 31_000;
    expect(await ways.ask((way) => Promise.resolve(String(way)), isGood)).toBe('undefined');
  });

  it('gives the last answer where none is to be used, and rejects with the last error', async () => {
    const ways = new OtherWays(() => undefined);
    expect(await ways.ask(() => Promise.resolve('bad'), isGood)).toBe('bad');
    await expect(ways.ask(() => Promise.reject(new Error('gone')), isGood)).rejects.toMatchObject({ code: 'internal' });
  });
});

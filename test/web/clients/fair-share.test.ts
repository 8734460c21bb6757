import { describe, expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import { createClientBudgets, type BudgetLimits } from '../../../src/web/clients/client-budgets.js';
import { clientOf } from '../../../src/web/access/gate.js';
import { createTurns } from '../../../src/web/clients/fair-share.js';

const LIMITS: BudgetLimits = {
  maxClientRequests: 2,
  maxClientQueries: 10,
  maxWaitingQueries: 15,
  maxClientBytes: 100,
  maxBytesInFlight: 150,
  maxRequestsPerMinute: 0,
  maxQueriesPerMinute: 0,
  maxClientSeconds: 1,
};
const TOO_MANY = expect.objectContaining({ code: 'too-many-requests' });

describe('the budget of a client', () => {
  it("counts its requests, and no other client's", () => {
    const { admit } = createClientBudgets(LIMITS);
    const leave = admit('a');
    admit('a');
    expect(() => admit('a')).toThrow(TOO_MANY);
    admit('b');
    leave();
    leave(); // counts once
    admit('a');
    expect(() => admit('a')).toThrow(TOO_MANY);
  });

  it('counts its queries, and always accepts a batch that is its only one', () => {
    const { admitQueries } = createClientBudgets(LIMITS);
    const settled = admitQueries('a', 12);
    expect(() => admitQueries('a', 1)).toThrow(TOO_MANY);
    admitQueries('b', 8); // all together are more than wait, but b had none
    expect(() => admitQueries('b', 1)).toThrow(TOO_MANY);
    settled();
    admitQueries('b', 1);
  });

  it('counts the bytes of its bodies, and those of all clients', () => {
    const { lease } = createClientBudgets(LIMITS);
    const [one, two, other] = [lease('a'), lease('a'), lease('b')];
    one.grow(60);
    expect(() => two.grow(60)).toThrow(TOO_MANY);
    other.grow(80);
    expect(() => other.grow(11)).toThrow(TOO_MANY);
    one.release();
    one.release();
    other.grow(20);
    two.grow(50);
    expect(() => two.grow(1)).toThrow(TOO_MANY);
  });

  it('forgets what it used, within some minutes', () => {
    let now = 0;
    const { charge, usedBy, refuseGreedy } = createClientBudgets(LIMITS, () => now);
    charge('a', 900);
    refuseGreedy('a');
    charge('a', 900);
    expect(() => refuseGreedy('a')).toThrow(TOO_MANY);
    refuseGreedy('b');
    now += 60_000;
    refuseGreedy('a');
    expect(usedBy('a')).toBeCloseTo(1800 / Math.E, 5);
  });

  it('keeps no accounts of those that have nothing open', () => {
    const { admit, usedBy } = createClientBudgets(LIMITS);
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 200_000; i++) admit(`client ${String(i)}`)();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
    expect(usedBy('client 0')).toBe(0);
  });
});

describe('turns', () => {
  const worker = (): {
    readonly done: string[];
    readonly work: (name: string) => () => Promise<void>;
    readonly finish: () => Promise<void>;
    readonly begun: () => Promise<void>;
  } => {
    const done: string[] = [];
    const ends: (() => void)[] = [];
    const begun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    return {
      done,
      begun,
      work: (name) => () => {
        done.push(name);
        return new Promise((resolve) => ends.push(resolve));
      },
      finish: async () => {
        ends.shift()?.();
        await begun();
      },
    };
  };

  it('go to whoever has least under way, so that one that sends much does not keep another waiting', async () => {
    const { run } = createTurns({ atOnce: 2, maxWaitingOfClient: 10 }, createClientBudgets(LIMITS));
    const { done, work, finish } = worker();
    const pieces = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => run(name.slice(0, 1), work(name)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['a1', 'a2']);
    await finish();
    expect(done).toEqual(['a1', 'a2', 'b1']);
    await finish();
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (let i = 0; i < 3; i++) await finish();
    await Promise.all(pieces);
  });

  it('are refused to a client with too much waiting, and to one that has used up its seconds while others wait', async () => {
    const budgets = createClientBudgets(LIMITS);
    const { run } = createTurns({ atOnce: 1, maxWaitingOfClient: 1 }, budgets);
    const { work, finish } = worker();
    const first = run('a', work('a1'));
    const second = run('a', work('a2'));
    await expect(run('a', work('a3'))).rejects.toEqual(TOO_MANY);
    await finish();
    await first;
    budgets.charge('a', 5_000);
    await finish();
    await second;
    const alone = run('a', work('a4')); // nobody else waits
    const other = run('b', work('b1'));
    await expect(run('a', work('a5'))).rejects.toEqual(TOO_MANY);
    await finish();
    await alone;
    await finish();
    await other;
  });

  it('are refused to what could not begin soon, by the speed that was measured', async () => {
    let now = 0;
    const { run, admit } = createTurns({ atOnce: 1, maxWaitingOfClient: 10 }, createClientBudgets(LIMITS), () => now);
    const { work, finish, begun } = worker();
    const measured = run('a', work('a1'), { units: 200 });
    await begun();
    now += 200 * 10; // ten milliseconds a unit
    await finish();
    await measured;
    admit('a', { units: 100_000 }); // there is room: it begins at once
    const first = run('a', work('a2'), { units: 150 });
    await begun();
    admit('b', { units: 100 }); // waits for no more of another client than it asks for itself
    admit('a', { units: 40 });
    const second = run('a', work('a3'), { units: 100 });
    expect(() => admit('a', {})).toThrow(
      expect.objectContaining({ code: 'overloaded', facts: { waitMs: 2_500, retryAfterSeconds: 2 } }),
    );
    admit('b', {});
    await finish();
    await first;
    await finish();
    await second;
  });

  it('are refused while what is under way does not end, and not before it took long', async () => {
    let now = 0;
    const { run, admit } = createTurns({ atOnce: 1, maxWaitingOfClient: 10 }, createClientBudgets(LIMITS), () => now);
    const { work, finish, begun } = worker();
    const slow = run('a', work('a1'));
    await begun();
    now += 4_900;
    admit('a', {});
    now += 200;
    expect(() => admit('a', {})).toThrow(expect.objectContaining({ code: 'overloaded' }));
    await finish();
    await slow;
    admit('a', {});
  });

  it('are refused before the speed is known where more waits than is under way', async () => {
    const { run, admit } = createTurns({ atOnce: 2, maxWaitingOfClient: 10 }, createClientBudgets(LIMITS));
    const { work, finish, begun } = worker();
    const pieces = ['a1', 'a2', 'b1'].map((name) => run(name.slice(0, 1), work(name), { units: 50 }));
    await begun();
    admit('c', { units: 50 });
    const last = run('c', work('c1'), { units: 60 });
    admit('d', { units: 50 }); // waits for no more of another client than it asks for itself
    for (const client of ['a', 'b', 'c'])
      expect(() => admit(client, { units: 50 })).toThrow(expect.objectContaining({ code: 'overloaded' }));
    for (let i = 0; i < 4; i++) await finish();
    await Promise.all([...pieces, last]);
  });

  it('are refused to what has not begun after five seconds, and not to the rest of what has', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      const { run } = createTurns({ atOnce: 1, maxWaitingOfClient: 10 }, createClientBudgets(LIMITS));
      const { done, work, finish } = worker();
      const request = { hasBegun: false };
      const first = run('a', work('a1'), { request });
      const rest = run('a', work('a2'), { request });
      const late = expect(run('b', work('b1'))).rejects.toMatchObject({ code: 'overloaded' });
      jest.advanceTimersByTime(5_000);
      await late;
      await finish();
      await finish();
      await Promise.all([first, rest]);
      expect(done).toEqual(['a1', 'a2']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('go to a client that has used much as often as to others from now on', async () => {
    const budgets = createClientBudgets({ ...LIMITS, maxClientSeconds: 60 });
    let now = 0;
    const { run } = createTurns({ atOnce: 1, maxWaitingOfClient: 10 }, budgets, () => now);
    const { done, work, finish, begun } = worker();
    budgets.charge('greedy', 30_000);
    const names = Array.from({ length: 6 }, (_, i) =>
      ['greedy', 'other'].map((client) => `${client} ${String(i)}`),
    ).flat();
    const pieces = names.map((name) => run(name.replace(/ .*/, ''), work(name)));
    await begun();
    for (let i = 0; i < names.length; i++) {
      now += 100;
      await finish();
    }
    await Promise.all(pieces);
    expect(done.slice(0, 8).filter((name) => name.startsWith('greedy'))).toHaveLength(4);
  });

  it('go to what is short first, while what is long goes on', async () => {
    const { run, admit } = createTurns({ atOnce: 5, maxWaitingOfClient: 50 }, createClientBudgets(LIMITS));
    const { done, work, finish, begun } = worker();
    const long = Array.from({ length: 11 }, (_, i) => run('a', work(`long ${String(i)}`), { units: 1_000 }));
    await begun();
    admit('a', { isShort: true });
    admit('b', { isShort: true });
    expect(() => admit('a', { units: 2 })).toThrow(expect.objectContaining({ code: 'overloaded' }));
    const short = Array.from({ length: 12 }, (_, i) => run(`b${String(i % 3)}`, work('short'), { isShort: true }));
    await begun();
    expect(done.filter((name) => name === 'short')).toHaveLength(2);
    for (let i = 0; i < 5; i++) await finish();
    expect(done.filter((name) => name === 'short')).toHaveLength(4);
    expect(done).toContain('long 5');
    for (let i = 0; i < 21; i++) await finish();
    await Promise.all([...long, ...short]);
  });

  it('are not refused to a short piece for the longer short pieces of another client', async () => {
    let now = 0;
    const { run, admit } = createTurns({ atOnce: 1, maxWaitingOfClient: 10 }, createClientBudgets(LIMITS), () => now);
    const { work, finish, begun } = worker();
    const measured = run('a', work('measured'), { units: 200 });
    await begun();
    now += 200 * 100; // a tenth of a second a unit
    await finish();
    await measured;
    const explanations = [1, 2, 3].map((i) => run('a', work(`explanation ${String(i)}`), { units: 10, isShort: true }));
    await begun();
    admit('b', { isShort: true });
    expect(() => admit('a', { units: 10, isShort: true })).toThrow(expect.objectContaining({ code: 'overloaded' }));
    for (let i = 0; i < 3; i++) await finish();
    await Promise.all(explanations);
  });

  it('go on after work that failed', async () => {
    const { run } = createTurns({ atOnce: 1, maxWaitingOfClient: 10 }, createClientBudgets(LIMITS));
    await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run('a', () => Promise.resolve(7))).toBe(7);
  });
});

describe('a client', () => {
  // What is asked of a request here.
  const of = (ip: string | undefined): string => clientOf({ ip } as Request);

  it('is an address, or a network of IPv6', () => {
    expect(of('192.0.2.7')).toBe('192.0.2.7');
    expect(of('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(of('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(of('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(of('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(of('::1')).toBe('0:0:0:0::/64');
    expect(of('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(of(undefined)).toBe('unknown');
  });
});

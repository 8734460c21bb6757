import { describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import { createFairShare, createTurns } from '../../src/web/clients/fair-share.js';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';
import { until } from '../support/until.js';

const LIMITS = { maxBodyBytes: 1_000_000, maxBatchQueries: 1_000, batchSize: 50 };
const MANY = 40;
const BERLIN: unknown = expect.arrayContaining([expect.objectContaining({ name: 'Berlin' })]);

/** A service that computes one batch at a time; batches of `MANY` queries do not end before `release`. `pass`: time goes by. */
function slowService() {
  const snapshot = smallSnapshot();
  const inner = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
  let now = 0;
  let held = 0;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const batches: BatchExecutor = {
    execute: async (queries, ...rest) => {
      if (queries.length === MANY) {
        held += 1;
        await gate;
      }
      return inner.execute(queries, ...rest);
    },
  };
  const fair = createFairShare(LIMITS);
  const turns = createTurns({ atOnce: 1, maxWaitingOfClient: Infinity }, fair.budgets, () => now);
  const { app } = smallApp({ snapshot, batches, limits: LIMITS, trustedProxies: 1, fair: { ...fair, batches: turns } });
  const ask = (client: string, count: number): Promise<Response> =>
    Promise.resolve(
      request(app)
        .post('/')
        .set('X-Forwarded-For', client)
        .type('form')
        .send({
          queries: JSON.stringify(
            Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${String(i)}`, { query: 'Berlin' }])),
          ),
        }),
    );
  return { app, ask, pass: (ms: number) => void (now += ms), held: () => held, release: () => release() };
}

describe('a service that is asked for more than it can answer', () => {
  it('refuses a batch at once, with the time after which to come again, and answers what is short', async () => {
    const { app, ask, pass, held, release } = slowService();
    const first = ask('192.0.2.1', MANY);
    await until(() => held() === 1);
    pass(20_000);
    const refused = await ask('192.0.2.1', 2);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(refused.body).toMatchObject({ status: 'error', code: 'overloaded' });
    // What one client waits for is not what another one is refused for.
    const single = await ask('192.0.2.2', 1);
    expect(single.body).toMatchObject({ q0: { result: BERLIN } });
    expect((await request(app).get('/suggest/entity?prefix=Ber')).body).toMatchObject({ result: BERLIN });
    expect((await request(app).get('/health')).status).toBe(200);
    release();
    expect((await first).status).toBe(200);
    expect((await ask('192.0.2.1', 2)).status).toBe(200);
  });

  it('answers single queries before batches that came earlier', async () => {
    const { ask, held, release } = slowService();
    const answered: string[] = [];
    const tell = async (name: string, answer: Promise<Response>): Promise<void> => {
      expect((await answer).status).toBe(200);
      answered.push(name);
    };
    const first = tell('batch under way', ask('192.0.2.1', MANY));
    await until(() => held() === 1);
    const second = tell('batch', ask('192.0.2.2', 2));
    await tell('single', ask('192.0.2.3', 1));
    expect(answered).toEqual(['single']);
    release();
    await Promise.all([first, second]);
  });
});

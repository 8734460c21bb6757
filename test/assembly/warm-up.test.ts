import { describe, expect, it } from '@jest/globals';
import { startWarmUp } from '../../src/assembly/warm-up.js';
import { createApp } from '../../src/web/create-app.js';
import type { Observation } from '../../src/foundation/observation.js';

const LIMITS = { maxBodyBytes: 100_000, maxBatchQueries: 10, batchSize: 10 };

describe('warming up', () => {
  it('asks for what people who type ask for, is answered, and ends when told', async () => {
    const observations: Observation[] = [];
    const enough = new Promise<void>((resolve) => {
      const warmUp = startWarmUp((live) =>
        createApp({
          live,
          trustedProxies: 0,
          limits: LIMITS,
          observe: (observation) => {
            observations.push(observation);
            if (observations.length === 40) void warmUp.end().then(resolve);
          },
        }),
      );
    });
    await enough;
    const answered = observations.flatMap((one) => (one.kind === 'request-answered' ? [one] : []));
    expect(observations.length).toBeLessThan(60);
    expect(answered).toHaveLength(observations.length);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('keeps to itself that it cannot run', async () => {
    const warmUp = startWarmUp(() => {
      throw new Error('no application');
    });
    await expect(warmUp.end()).resolves.toBeUndefined();
  });
});

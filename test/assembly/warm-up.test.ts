import { describe, expect, it } from '@jest/globals';
import { startWarmUp } from '../../src/assembly/warm-up.js';
import type { Observation } from '../../src/foundation/observation.js';
import { smallApp } from '../support/small-app.js';

describe('warming up', () => {
  it('asks for what people who type ask for, is answered, and ends when told', async () => {
    const observations: Observation[] = [];
    const enough = new Promise<void>((resolve) => {
      const { app, snapshot } = smallApp({
        observe: (observation) => {
          observations.push(observation);
          if (observations.length === 40) void warmUp.end().then(resolve);
        },
      });
      const warmUp = startWarmUp(() => app, snapshot.dataset.entities);
    });
    await enough;
    const answered = observations.flatMap((one) => (one.kind === 'request-answered' ? [one] : []));
    expect(observations.length).toBeLessThan(60);
    expect(answered).toHaveLength(observations.length);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('keeps to itself that it cannot run', async () => {
    const { snapshot } = smallApp();
    const warmUp = startWarmUp(() => {
      throw new Error('no application');
    }, snapshot.dataset.entities);
    await expect(warmUp.end()).resolves.toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { answerBeforehand } from '../../src/assembly/batch-worker.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { smallApp } from '../support/small-app.js';

describe('answering beforehand', () => {
  it('asks one query at a time about entities of the dataset, with and without properties, and most of them are found', async () => {
    const { snapshot } = smallApp();
    const asked: ReconciliationQuery[] = [];
    answerBeforehand(snapshot, (query) => asked.push(query));
    expect(asked).toEqual([]);
    for (let i = 1; i <= 5; i++) {
      await turn();
      expect(asked).toHaveLength(i);
    }
    while (asked.length < Math.min(600, snapshot.dataset.entities.size)) await turn();
    await turn();
    expect(asked).toHaveLength(Math.min(600, snapshot.dataset.entities.size));
    expect(asked.some(({ properties }) => properties.length > 0)).toBe(true);
    expect(asked.some(({ properties }) => properties.length === 0)).toBe(true);
    const some = asked.slice(0, 24);
    const found = some.filter((query) => {
      const outcome = reconcile(snapshot, query, NO_DEADLINE);
      return outcome.kind === 'answered' && outcome.candidates.length > 0;
    });
    expect(found.length).toBeGreaterThan(some.length / 2);
  });
});

import { describe, expect, it } from '@jest/globals';
import { answerOf, prepareDecisiveCases } from '../../support/decisive-cases.js';

describe('a term of evidence that decides', () => {
  it.each(prepareDecisiveCases().map(([one, snapshot]) => ({ term: one.term, one, snapshot })))(
    'gives "$term" the probability that its weight makes',
    ({ one, snapshot }) => {
      const { id, probability } = answerOf(one, snapshot);
      expect(id).toBe(one.first);
      expect(probability).toBeGreaterThanOrEqual(one.between[0]);
      expect(probability).toBeLessThanOrEqual(one.between[1]);
    },
  );
});

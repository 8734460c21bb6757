import { describe, expect, it } from '@jest/globals';
import { summariseAnswer } from '../../src/input/row-summary.js';

/** The answer to a row whose best candidate has a property of this weight of evidence. */
function reasonOf(weight: number): string {
  return summariseAnswer({
    candidates: [
      {
        id: 'a',
        name: 'A',
        type: [],
        score: 80,
        match: false,
        probability: 0.8,
        features: [{ id: 'property:country', value: weight }],
      },
    ],
  }).reason;
}

describe('summariseAnswer', () => {
  it('says that a value differs only where a property speaks against the candidate', () => {
    expect([-1.9, -0.2, 0, 0.3, 2.47].map(reasonOf)).toEqual(['differs', 'differs', 'unsure', 'unsure', 'unsure']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { renderAnswer } from '../../src/protocols/v0-2/render-answer.js';
import type { Candidate } from '../../src/scoring/candidate.js';

/** The same by way of objects. */
function byObjects(candidates: readonly Candidate[], hurried: boolean): string {
  const result = candidates.map(({ id, name, description, types, score, match, features }) => ({
    id,
    name,
    ...(description === undefined ? {} : { description }),
    type: types,
    score,
    match,
    features: features.map((feature) => ({ id: feature.id, value: feature.value })),
  }));
  return JSON.stringify(hurried ? { result, hurried } : { result });
}

describe('the text of an answer', () => {
  const candidates: readonly Candidate[] = [
    {
      id: 'q"1"',
      name: 'Zürich\n',
      description: 'a \\ "city"',
      types: [
        { id: 'place', name: 'Place' },
        { id: 'état', name: 'État' },
      ],
      score: 99.71,
      match: true,
      probability: 1e-7,
      nats: 1,
      twins: 0,
      levels: {},
      evidence: {},
      features: [
        { id: 'name', value: -0, reason: [] },
        { id: 'type', value: false, reason: [] },
        { id: 'probability', value: 1e-7, reason: [] },
      ],
    },
    {
      id: '',
      name: '',
      types: [],
      score: 0,
      match: false,
      probability: 0,
      nats: 0,
      twins: 1,
      levels: {},
      evidence: {},
      features: [],
    },
  ];

  it.each([0, 1, 2])('is that of its objects with %d candidates, in a hurry or not', (count) => {
    for (const effortLowered of [false, true]) {
      const answered = candidates.slice(0, count);
      expect(
        renderAnswer({
          kind: 'answered',
          candidates: answered,
          nothing: { nats: 0, probability: 0 },
          lead: 1,
          effortLowered,
        }),
      ).toBe(byObjects(answered, effortLowered));
    }
  });
});

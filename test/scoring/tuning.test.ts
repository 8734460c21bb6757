import { describe, expect, it } from '@jest/globals';
import type { MatchTuning } from '../../src/entities/dataset.js';
import type { EnglishCandidate } from '../support/make-snapshot.js';
import { matchThreshold } from '../../src/scoring/decide.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const snapshot = makeSnapshot({
  entities: [
    { id: 'w', name: 'Virginia Woolf', properties: { born: [{ kind: 'integer', number: 1882 }] } },
    { id: 'l', name: 'Leonard Woolf', properties: { born: [{ kind: 'integer', number: 1880 }] } },
    { id: 'a', name: 'Chinua Achebe' },
  ],
  properties: [{ id: 'born', name: 'Born', datatype: 'integer' }],
});

const first = (tuning: MatchTuning, text: string, born?: string): EnglishCandidate | undefined =>
  candidatesFor(
    { ...snapshot, tuning },
    text,
    born === undefined ? {} : { properties: [{ property: 'Born', values: [born] }] },
  )[0];

describe('tuning', () => {
  it('replaces the threshold of the dataset', () => {
    expect(matchThreshold({ ...snapshot, tuning: { matchThreshold: 0.123 } })).toBe(0.123);
    expect(matchThreshold({ ...snapshot, tuning: {} })).toBe(matchThreshold(snapshot));
    expect(first({ matchThreshold: 0.01 }, 'Achebe Ch')).toMatchObject({ id: 'a', match: true });
    expect(first({ matchThreshold: 1 }, 'Achebe Ch')).toMatchObject({ id: 'a', match: false });
  });

  it('weighs what a property says, whichever way it is named in the query', () => {
    const weight = (factor: number): unknown =>
      first({ propertyWeights: { born: factor } }, 'V. Woolf', '1882')?.features.find(
        ({ id }) => id === 'property:born',
      )?.value;
    expect(weight(1)).toBeGreaterThan(0);
    expect(Number(weight(2)) / Number(weight(1))).toBeCloseTo(2, 1);
    expect(weight(0)).toBe(0);
    expect(first({ propertyWeights: { born: 0 } }, 'V. Woolf', '1882')?.score).toBe(first({}, 'V. Woolf')?.score);
  });
});

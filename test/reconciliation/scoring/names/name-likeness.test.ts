import { describe, expect, it } from '@jest/globals';
import { nameLikeness, numbersDiffer } from '../../../../src/reconciliation/scoring/names/name-likeness.js';
import { NameSums } from '../../../../src/reconciliation/scoring/names/name-sums.js';

const sums = (said: Partial<Omit<NameSums, 'add' | 'leaveOutTold'>>): NameSums => Object.assign(new NameSums(0), said);

describe('the likeness of two names', () => {
  it('is the greater, the more of their weight they have in common', () => {
    const some = nameLikeness(sums({ matched: 5, onlyQuery: 5, onlyLabel: 1 }), 3, 0.5);
    expect(nameLikeness(sums({ matched: 6, onlyQuery: 4, onlyLabel: 1 }), 3, 0.5)).toBeGreaterThan(some);
    expect(nameLikeness(sums({ matched: 5, onlyQuery: 5, onlyLabel: 1 }), 3, 0.6)).toBeGreaterThan(some);
    expect(nameLikeness(sums({}), 0, 0)).toBe(0);
  });

  it('is never that of equal names', () => {
    expect(nameLikeness(sums({ matched: 10 }), 2, 1)).toBe(0.985);
  });

  it('loses less by other words of the query where the label is contained, the less the longer it is', () => {
    const said = { matched: 5, onlyQuery: 5 };
    const contained = [1, 2, 3].map((words) => nameLikeness(sums({ ...said, isContained: true }), words, 0.5));
    expect(contained).toEqual([...contained].sort((a, b) => a - b));
    expect(new Set(contained).size).toBe(3);
    expect(contained[0]).toBeGreaterThan(nameLikeness(sums(said), 1, 0.5));
  });

  it('loses by numbers that differ, and a little by one that is missing', () => {
    const said = { matched: 5, onlyQuery: 1, onlyLabel: 1 };
    const [none, missing, differ] = [[0, 0], [2, 0], [2, 2]].map(([numberInQuery = 0, numberInLabel = 0]) => nameLikeness(sums({ ...said, numberInQuery, numberInLabel }), 3, 0.5));
    expect(missing).toBeLessThan(none ?? 0);
    expect(differ).toBeLessThan(missing ?? 0);
  });

  it('takes a letter for a number only where it meets one', () => {
    expect(numbersDiffer(sums({ numberInQuery: 1, numberInLabel: 1 }))).toBe(false);
    expect(numbersDiffer(sums({ numberInQuery: 1, numberInLabel: 2 }))).toBe(true);
  });
});

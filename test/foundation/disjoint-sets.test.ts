import { describe, expect, it } from '@jest/globals';
import { DisjointSets } from '../../src/foundation/disjoint-sets.js';

describe('sets that pairs join', () => {
  it('are known by their smallest number, in whatever order they were joined', () => {
    const sets = new DisjointSets();
    for (const [one, other] of [
      [7, 3],
      [9, 8],
      [3, 5],
      [5, 9],
    ] as const)
      sets.join(one, other);
    expect([7, 3, 9, 8, 5].map((member) => sets.leaderOf(member))).toEqual([3, 3, 3, 3, 3]);
  });

  it('are of one number where nothing was joined with it', () => {
    const sets = new DisjointSets();
    sets.join(1, 2);
    sets.join(4, 4);
    expect([0, 4].map((member) => sets.leaderOf(member))).toEqual([0, 4]);
  });
});

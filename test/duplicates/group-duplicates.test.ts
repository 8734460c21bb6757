import { describe, expect, it } from '@jest/globals';
import type { Duplicate, DuplicateGroup, ListedEntity } from '../../src/duplicates/duplicate.js';
import { groupDuplicates, groupsOf } from '../../src/duplicates/duplicate.js';

const entity = (place: number): ListedEntity => ({ place, id: `e${String(place)}`, name: 'Any' });
const pair = (first: number, second: number, probability: number, score = 90): Duplicate => ({
  first: entity(first),
  second: entity(second),
  sameName: false,
  score,
  probability,
  reasons: [],
});

const placesOf = ({ entities }: DuplicateGroup): readonly number[] => entities.map(({ place }) => place);

describe('groups of duplicates', () => {
  it('join pairs that share an entity, the group with the surest pair first and the surest pair of each first', () => {
    const groups = groupDuplicates([pair(7, 3, 0.9), pair(1, 2, 0.85), pair(9, 8, 0.95), pair(3, 5, 0.99)]);
    expect(groups.map(placesOf)).toEqual([
      [3, 5, 7],
      [8, 9],
      [1, 2],
    ]);
    expect(groups[0]?.duplicates.map(({ probability }) => probability)).toEqual([0.99, 0.9]);
  });

  it('stand in the order of the list where pairs are equally sure', () => {
    expect(groupDuplicates([pair(6, 5, 0.9), pair(1, 4, 0.9), pair(3, 2, 0.9, 95)]).map(placesOf)).toEqual([
      [2, 3],
      [1, 4],
      [5, 6],
    ]);
    expect(groupDuplicates([])).toEqual([]);
  });

  it('hold together however long the chain of pairs', () => {
    const chain = Array.from({ length: 5_000 }, (_, i) => [i + 1, i] as const);
    const membersOf = groupsOf([...chain, [9_001, 9_000]]);
    expect(membersOf(4_321)).toHaveLength(5_001);
    expect(membersOf(9_000)).toEqual([9_000, 9_001]);
    expect(membersOf(8_000)).toEqual([]);
  });
});

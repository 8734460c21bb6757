import { DisjointSets } from '../foundation/disjoint-sets.js';
import { listsByKey } from '../foundation/lists-by-key.js';
import type { Duplicate, DuplicateGroup } from './duplicate.js';

/** Groups of entities joined by pairs, the group with the most probable pair first; ties in dataset order. */
export function groupDuplicates(duplicates: readonly Duplicate[]): readonly DuplicateGroup[] {
  const membersOf = groupsOf(duplicates.map(({ first, second }) => [first.place, second.place]));
  const listed = new Map(duplicates.flatMap(({ first, second }) => [first, second]).map((one) => [one.place, one]));
  const groups = listsByKey([...duplicates].sort(surestFirst), ({ first }) => membersOf(first.place));
  return [...groups].map(([places, own]) => ({
    entities: places.flatMap((place) => listed.get(place) ?? []),
    duplicates: own,
  }));
}

function surestFirst(a: Duplicate, b: Duplicate): number {
  return (
    b.probability - a.probability ||
    b.score - a.score ||
    Math.min(a.first.place, a.second.place) - Math.min(b.first.place, b.second.place) ||
    Math.max(a.first.place, a.second.place) - Math.max(b.first.place, b.second.place)
  );
}

/**
 * For every number in these pairs, all numbers joined with it directly or transitively, including itself, ascending.
 */
export function groupsOf(pairs: readonly (readonly [number, number])[]): (member: number) => readonly number[] {
  const sets = new DisjointSets();
  for (const [one, other] of pairs) sets.join(one, other);
  const groups = listsByKey(
    [...new Set(pairs.flat())].sort((a, b) => a - b),
    (member) => sets.leaderOf(member),
  );
  return (member) => groups.get(sets.leaderOf(member)) ?? [];
}

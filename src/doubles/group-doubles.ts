import { listsByKey } from '../foundation/lists-by-key.js';
import type { Double, DoubleGroup } from './double.js';

/** Groups of entities that pairs join, the group with the surest pair first; equally sure ones in the order of the list. */
export function groupDoubles(doubles: readonly Double[]): readonly DoubleGroup[] {
  const membersOf = groupsOf(doubles.map(({ first, second }) => [first, second]));
  const groups = listsByKey([...doubles].sort(surestFirst), ({ first }) => membersOf(first));
  return [...groups].map(([entities, own]) => ({ entities, doubles: own }));
}

function surestFirst(a: Double, b: Double): number {
  return b.probability - a.probability || b.score - a.score || Math.min(a.first, a.second) - Math.min(b.first, b.second) || Math.max(a.first, a.second) - Math.max(b.first, b.second);
}

/** For every number in these pairs, all that pairs join with it, directly or by others, itself among them, ascending. */
export function groupsOf(pairs: readonly (readonly [number, number])[]): (member: number) => readonly number[] {
  const leaderOf = joined(pairs);
  const groups = listsByKey([...new Set(pairs.flat())].sort((a, b) => a - b), leaderOf);
  return (member) => groups.get(leaderOf(member)) ?? [];
}

/** For every number that pairs join, directly or by others, the same number of them. */
function joined(pairs: readonly (readonly [number, number])[]): (member: number) => number {
  const parents = new Map<number, number>();
  const leaderOf = (member: number): number => {
    let leader = member;
    for (let parent = parents.get(leader); parent !== undefined && parent !== leader; parent = parents.get(leader)) leader = parent;
    // The next way is short.
    for (let at = member; at !== leader; ) {
      const next = parents.get(at) ?? leader;
      parents.set(at, leader);
      at = next;
    }
    return leader;
  };
  for (const [a, b] of pairs) {
    const [one, other] = [leaderOf(a), leaderOf(b)];
    if (one !== other) parents.set(Math.max(one, other), Math.min(one, other));
  }
  return leaderOf;
}

import { DisjointSets } from '../foundation/disjoint-sets.js';
import { listsByKey } from '../foundation/lists-by-key.js';

/** Entities that may be duplicates. */
export interface TypeScope {
  readonly anyType: boolean;
}

export interface ListedEntity {
  /** In dataset order, from 0. */
  readonly place: number;
  readonly id: string;
  readonly name: string;
}

/** Two entities that are probably duplicates. */
export interface Duplicate {
  /** The queried one, whose name comes first in `reasons`. */
  readonly first: ListedEntity;
  readonly second: ListedEntity;
  /** Whether both have exactly the same preferred name. */
  readonly sameName: boolean;
  /** 0–100, of the second for the first. */
  readonly score: number;
  /** 0–1: the lower probability of the queries. */
  readonly probability: number;
  /** In words, the name first, then the properties. */
  readonly reasons: readonly string[];
}

/** Probable duplicates of each other, with their pairs. */
export interface DuplicateGroup {
  /** In dataset order; two or more. */
  readonly entities: readonly ListedEntity[];
  /** The most probable first. */
  readonly duplicates: readonly Duplicate[];
}

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

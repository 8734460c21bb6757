import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { groupsOf } from './group-duplicates.js';
import { mayBeOne } from './may-be-one.js';
import { pairKey, type Suspect } from './suspects.js';

/** Of larger groups of suspects it is not looked up who may be one with whom: among so many, neighbours rather are neighbours. */
const MOST_LOOKED_AT = 12;

/** For a pair of suspects, who else may be the same thing. */
export type NoRivals = (suspect: Suspect) => readonly number[];

/**
 * Third records of a thing are no rivals of the other two, though as near as these: asked for a pair, they are left out. A third one is who is suspected
 * together with them, and whom nothing tells apart from either. Cost: a look at every two of a group of suspects.
 */
export function findNoRivals(snapshot: DatasetSnapshot, suspects: readonly Suspect[]): NoRivals {
  const membersOf = groupsOf(suspects.map(({ one, other }) => [one, other]));
  const known = new Map(suspects.map(({ one, other }) => [pairKey(one, other), true]));
  const isAlike = (a: number, b: number): boolean => {
    const key = pairKey(a, b);
    let alike = known.get(key);
    if (alike === undefined) {
      alike = membersOf(a).length <= MOST_LOOKED_AT && mayBeOne(snapshot, a, b);
      known.set(key, alike);
    }
    return alike;
  };
  return ({ one, other }) =>
    membersOf(one).filter((third) => third !== one && third !== other && isAlike(third, one) && isAlike(third, other));
}

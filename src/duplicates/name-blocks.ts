import { listsByKey } from '../foundation/lists-by-key.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { TypeScope } from './duplicate.js';

/** Entities that have one name, but for case, marks and the like: so many that the name says nothing, and comparing all pairs would take time that grows with the square of their number. */
export interface NameBlock {
  /** As the first of them has it. */
  readonly name: string;
  /** Ordinals, ascending. */
  readonly entities: readonly number[];
}

/** A name that more entities have is that of a kind ("Untitled"). */
export const MAX_SHARING = 200;

/**
 * The blocks of a dataset, the largest first: entities of the same types, or of any types, whose preferred name more than `MAX_SHARING` have.
 * Cost: a look-up for each entity, and the ordinals of the blocks.
 */
export function findNameBlocks(
  { dataset, candidateIndex }: DatasetSnapshot,
  { anyType }: TypeScope,
): readonly NameBlock[] {
  const { entities } = dataset;
  const { labels } = candidateIndex;
  const seen = new Set<string>();
  const blocks: NameBlock[] = [];
  for (let entity = 0; entity < entities.size; entity++) {
    const folded = labels.foldedOf(labels.rowsOf(entity)[0]);
    if (seen.has(folded)) continue;
    const rows = labels.rowsWithFolded(folded);
    if (rows.length <= MAX_SHARING) continue;
    seen.add(folded);
    const named = rows.map((row) => labels.entityOf(row)).filter((one, at) => labels.rowsOf(one)[0] === rows[at]);
    for (const sharing of listsByKey(named, (one) => (anyType ? 0 : entities.typeSetOf(one))).values()) {
      const [first] = sharing;
      if (sharing.length > MAX_SHARING && first !== undefined)
        blocks.push({ name: entities.nameOf(first), entities: sharing });
    }
  }
  return blocks.sort((a, b) => b.entities.length - a.entities.length);
}

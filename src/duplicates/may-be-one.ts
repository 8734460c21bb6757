import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { comparerOf } from '../reconciliation/ranking/comparer-of.js';
import { TELLS_APART } from '../reconciliation/scoring/names/name-evidence.js';
import { analyseLabel } from '../text/analyse-label.js';
import { contradictionOf } from './contradictions.js';
import { namesTellApart } from './names-tell-apart.js';
import type { Suspicion } from './suspects.js';

/**
 * Whether neither the names of two entities nor their properties say that they are two things. A value that identifies outweighs quite another name, but no
 * other number. Cost: two records decoded, and each name of the second compared.
 */
export function mayBeOne(snapshot: DatasetSnapshot, one: number, other: number, suspicion: Exclude<Suspicion, 'same name'> = 'near name'): boolean {
  return !namesAreApart(snapshot, one, other, suspicion) && !contradictionOf(snapshot, one)(other);
}

/** By the name of the second that is nearest to that of the first. */
function namesAreApart(snapshot: DatasetSnapshot, one: number, other: number, suspicion: Suspicion): boolean {
  const { labels } = snapshot.candidateIndex;
  const asked = analyseLabel(snapshot.dataset.entities.nameOf(one));
  const comparer = comparerOf(snapshot);
  comparer.begin(asked);
  const [start, end] = labels.rowsOf(other);
  let nearest = start;
  let best = -1;
  for (let row = start; row < end; row++) {
    const similarity = comparer.compare(row);
    if (similarity > best) [nearest, best] = [row, similarity];
  }
  comparer.compare(nearest);
  // Each has a word that the other lacks and that tells entities apart: two works of one author, two branches of one firm.
  const { apartQuery, apartLabel } = comparer.evidence();
  return (suspicion !== 'same identifier' && Math.min(apartQuery, apartLabel) >= TELLS_APART) || namesTellApart(asked, analyseLabel(labels.textOf(nearest)));
}

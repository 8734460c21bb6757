import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { alignerOf } from '../reconciliation/alignment/align.js';
import { TELLS_APART } from '../reconciliation/alignment/alignment.js';
import { analyseLabel } from '../text/analyse-label.js';
import { contradictionOf } from './contradictions.js';
import { namesTellApart } from './names-tell-apart.js';
import type { Suspicion } from './suspects.js';

/**
 * Whether neither the names of two entities nor their properties say that they are two things. A value that identifies outweighs quite another name, but no
 * other number. Cost: two records decoded, and each name of the second compared.
 */
export function mayBeOne(
  snapshot: DatasetSnapshot,
  one: number,
  other: number,
  suspicion: Exclude<Suspicion, 'same name'> = 'near name',
): boolean {
  return !namesAreApart(snapshot, one, other, suspicion) && !contradictionOf(snapshot, one)(other);
}

/** By the name of the second that is nearest to that of the first. */
function namesAreApart(snapshot: DatasetSnapshot, one: number, other: number, suspicion: Suspicion): boolean {
  const { labels } = snapshot.candidateIndex;
  const asked = analyseLabel(snapshot.dataset.entities.nameOf(one));
  const aligner = alignerOf(snapshot);
  const query = aligner.nameQuery(asked);
  const [start, end] = labels.rowsOf(other);
  let nearest = aligner.align(query, start);
  for (let row = start + 1; row < end; row++) {
    const alignment = aligner.align(query, row);
    if (alignment.similarity > nearest.similarity) nearest = alignment;
  }
  // Each has a word that the other lacks and that tells entities apart: two works of one author, two branches of one firm.
  const { apartQuery, apartLabel } = nearest.evidence();
  return (
    (suspicion !== 'same identifier' && Math.min(apartQuery, apartLabel) >= TELLS_APART) ||
    namesTellApart(asked, analyseLabel(nearest.pairs.label.text()))
  );
}

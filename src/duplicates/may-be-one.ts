import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { QueryName } from '../scoring/align-names.js';
import { compareNames } from '../scoring/compare-names.js';
import { AT, emptyRow } from '../scoring/evidence-table.js';
import { tokenTableOf } from '../scoring/reconcile.js';
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

/** A word that separates entities this surely is that of another one. */
const SEPARATES = 0.5;

/** By the name of the second that is nearest to that of the first. */
function namesAreApart(snapshot: DatasetSnapshot, one: number, other: number, suspicion: Suspicion): boolean {
  const { labels } = snapshot.candidateIndex;
  const asked = analyseLabel(snapshot.dataset.entities.nameOf(one));
  const query = new QueryName(tokenTableOf(snapshot), asked);
  const values = emptyRow();
  const [start, end] = labels.rowsOf(other);
  let [nearest, greatest, separates] = [start, -1, 0];
  for (let row = start; row < end; row++) {
    const { similarity } = compareNames(query, labels, row, values);
    if (similarity <= greatest) continue;
    [nearest, greatest] = [row, similarity];
    separates = Math.min(values[AT.separatesQuery] ?? 0, values[AT.separatesLabel] ?? 0);
  }
  // Each has a word that the other lacks and that tells entities apart: two works of one author, two branches of one firm.
  return (
    (suspicion !== 'same identifier' && separates >= SEPARATES) ||
    namesTellApart(asked, analyseLabel(labels.textOf(nearest)))
  );
}

import { buildSnapshot } from '../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../src/assembly/snapshot-image.js';
import { NO_DEADLINE } from '../src/foundation/deadline.js';
import type { DatasetSnapshot } from '../src/scoring/snapshot.js';
import { reconcile } from '../src/scoring/reconcile.js';
import { createBruteForceIndex } from '../test/support/brute-force-index.js';
import { analyseLabel } from '../src/text/analyse-label.js';
import { buildBeforehand } from './build-beforehand.js';
import type { BenchQuery } from './make-workload.js';
import type { Measurement } from './measure-service.js';

const QUERIES = 1500;
/** At a million names brute force takes seconds a query. */
const MIN_SECONDS = 240;

/**
 * What the service's search misses although its scorer would put it among ten: queries that it did not find are asked again of a
 * look at every name, with the same scorer. Only the missed ones are, so that a thousand and more queries are settled in minutes. When the
 * time is over, those count that were settled.
 */
export async function measureBruteForce({ workload, seconds, note }: Measurement): Promise<void> {
  buildBeforehand();
  const snapshot = attachSnapshot(await buildSnapshot({ files: [workload.file] }));
  const everyName: DatasetSnapshot = {
    ...snapshot,
    candidateIndex: createBruteForceIndex(snapshot.candidateIndex.labels),
  };
  const end = performance.now() + Math.max(seconds * 4, MIN_SECONDS) * 1000;
  let queries = 0;
  let found = 0;
  let foundByBruteForceOnly = 0;
  for (const query of workload.mixed.slice(0, QUERIES)) {
    if (performance.now() > end) break;
    queries++;
    if (finds(snapshot, query)) found++;
    else if (finds(everyName, query)) foundByBruteForceOnly++;
  }
  note('brute force/queries', queries);
  note('brute force/missed by the search', queries - found);
  note('brute force/of these found by brute force', foundByBruteForceOnly);
  note('brute force/at10 of the search', found / queries);
  note('brute force/at10 of both together', (found + foundByBruteForceOnly) / queries);
}

function finds(snapshot: DatasetSnapshot, { text, target }: BenchQuery): boolean {
  const outcome = reconcile(snapshot, { text, types: [], typeMode: 'any', properties: [], limit: 10 }, NO_DEADLINE);
  return outcome.kind === 'answered' && outcome.candidates.some(({ name }) => analyseLabel(name).folded === target);
}

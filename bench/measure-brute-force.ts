import { buildGeneration } from '../src/assembly/build-generation.js';
import { attachGeneration } from '../src/assembly/generation-image.js';
import { NO_DEADLINE } from '../src/foundation/deadline.js';
import type { DatasetGeneration } from '../src/reconciliation/dataset-generation.js';
import { reconcile } from '../src/reconciliation/reconcile.js';
import { createBruteForceIndex } from '../src/search/brute-force/create-brute-force-index.js';
import { analyseLabel } from '../src/text/analyse-label.js';
import type { BenchQuery } from './make-workload.js';
import { share, type Measurement } from './measure-service.js';

/** At a million names a query takes the better part of a second; so many say something about recall. */
const LEAST_SECONDS = 100;
const MOST_QUERIES = 1000;

/**
 * Recall@10 of the service's search and of a look at every name, both with the service's scorer, on the same queries: a
 * thousand, or as many as can be looked for in a minute or two.
 */
export async function measureBruteForce({ workload, seconds, note }: Measurement): Promise<void> {
  const generation = attachGeneration(await buildGeneration({ files: [workload.file] }));
  const oracle: DatasetGeneration = { ...generation, candidateIndex: createBruteForceIndex(generation.candidateIndex.labels) };
  const [found, oracleFound]: [boolean[], boolean[]] = [[], []];
  const end = performance.now() + Math.max(seconds * 4, LEAST_SECONDS) * 1000;
  for (const query of workload.mixed.slice(0, MOST_QUERIES)) {
    if (performance.now() > end) break;
    found.push(finds(generation, query));
    oracleFound.push(finds(oracle, query));
  }
  note('brute force/queries', found.length);
  note('brute force/at10 of the search', share(found));
  note('brute force/at10 of brute force', share(oracleFound));
}

function finds(generation: DatasetGeneration, { text, target }: BenchQuery): boolean {
  const outcome = reconcile(generation, { text, types: [], typeMode: 'any', properties: [], limit: 10 }, NO_DEADLINE);
  return outcome.kind === 'answered' && outcome.candidates.some(({ name }) => analyseLabel(name).folded === target);
}

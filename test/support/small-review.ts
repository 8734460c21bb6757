import { join } from 'node:path';
import { createInlineBatchExecutor, inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import { openSentQuestions } from '../../src/input/open-sent-questions.js';
import type { Dataset } from '../../src/entities/dataset.js';
import type { StoreDisk } from '../../src/foundation/store/store-disk.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import type { ServedSnapshot } from '../../src/describe/served-snapshot.js';
import { MAX_SENT } from '../../src/input/refuse-large-text.js';
import { keepTable } from '../../src/review/keep-table.js';
import { MatchingRuns } from '../../src/review/matching-runs.js';
import type { MatchingRun } from '../../src/review/matching-run.js';
import { threadMatcher } from '../../src/assembly/create-review.js';
import { threadsHere } from './threads-here.js';
import { smallSnapshot } from './small-snapshot.js';
import { until } from './until.js';
import { liveOf } from './live-of.js';

const snapshot = smallSnapshot();
const batches = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
export const SMALL_SERVED: ServedSnapshot = {
  snapshot,
  read: readInMemory(snapshot),
  batches,
  work: inlineWorker(snapshot),
};

/** Matching runs over the small dataset, below a folder. */
export function smallRuns(
  folder: string,
  served: () => ServedSnapshot = () => SMALL_SERVED,
  disk?: StoreDisk,
): MatchingRuns {
  return new MatchingRuns({
    folder: join(folder, 'reviews'),
    isKept: true,
    lease: liveOf(served).lease,
    matcher: threadMatcher(threadsHere.tables),
    ...(disk !== undefined && { disk }),
  });
}

/** Makes a run of a table and opens it. */
export async function smallRun(
  runs: MatchingRuns,
  text: string,
  dataset: Dataset = snapshot.dataset,
): Promise<MatchingRun> {
  const options = {
    queryColumn: undefined,
    withProperties: true,
    whenUnclear: 'first',
    called: { queryColumn: 'column', encoding: 'encoding' },
    most: MAX_SENT,
  } as const;
  const { table } = await openSentQuestions({ name: 'places.csv', content: Buffer.from(text) }, { dataset }, options);
  const { id, folder } = await runs.newRun();
  await keepTable({ id, folder, table, type: undefined }, dataset);
  return runs.open(id);
}

/** The same, matched. */
export async function matchedRun(runs: MatchingRuns, text: string): Promise<MatchingRun> {
  const run = await smallRun(runs, text);
  await runs.start(run);
  await until(() => run.record.status === 'done');
  return run;
}

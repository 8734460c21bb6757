import { join } from 'node:path';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { openSentQuestions } from '../../src/questions/open-sent-questions.js';
import type { ServedSnapshot } from '../../src/reconciliation/served-snapshot.js';
import { createMatchingRuns, type MatchingRuns } from '../../src/review/matching-runs.js';
import { readTableSchema } from '../../src/review/run-record.js';
import type { MatchingRun } from '../../src/review/matching-run.js';
import { smallSnapshot } from './small-snapshot.js';
import { until } from './until.js';

const snapshot = smallSnapshot();
const batches = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
export const SMALL_SERVED: ServedSnapshot = { snapshot, batches };

/** Matching runs over the small dataset, below a folder. */
export function smallRuns(folder: string, served: () => ServedSnapshot = () => SMALL_SERVED): MatchingRuns {
  return createMatchingRuns({ folder: join(folder, 'reviews'), isKept: true, served });
}

/** Makes a run of a table and opens it. */
export async function smallRun(runs: MatchingRuns, text: string): Promise<MatchingRun> {
  const options = { queryColumn: undefined, withProperties: true, whenUnclear: 'first', called: { queryColumn: 'column', encoding: 'encoding' } } as const;
  const { table } = await openSentQuestions({ name: 'places.csv', content: Buffer.from(text) }, snapshot.dataset, options);
  return runs.open(await runs.create(readTableSchema.parse(JSON.parse(JSON.stringify(table))), undefined, snapshot.dataset));
}

/** The same, matched. */
export async function matchedRun(runs: MatchingRuns, text: string): Promise<MatchingRun> {
  const run = await smallRun(runs, text);
  runs.start(run);
  await until(() => run.record.status === 'done');
  return run;
}

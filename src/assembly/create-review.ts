import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { type Ask, WITHOUT_REASONS, clusterFaultIn } from '../describe/answer.js';
import type { BatchExecutor, LiveDataset } from '../describe/served-snapshot.js';
import { MatchingRuns } from '../review/matching-runs.js';
import type { MatchingTurns, RowMatcher } from '../review/matching-turns.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { TableThreads } from '../web/matching/table-task.js';
import type { WebOptions } from '../web/web-options.js';
import { learnedAliasesFileOf } from './sibling-files.js';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';
import { createTableThreads } from './table-threads.js';

interface ReviewParts {
  /** Omitted when there is no file next to which aliases could be saved. */
  readonly source?: DatasetSource;
  readonly settings: Pick<Settings, 'dataDir'>;
  /** Folder of the runs, instead of that of the settings. */
  readonly folder?: string;
  readonly live: LiveDataset;
  readonly reload: () => Promise<unknown>;
  /** Turns of the runs; several datasets share them. */
  readonly turns?: MatchingTurns;
  /** Threads for matching rows; by default its own. */
  readonly tables?: TableThreads;
}

/**
 * The parts for matching and reviewing tables; without a data folder the tables are in a temporary one, removed when
 * the service ends.
 */
export function createReview({
  source,
  settings,
  folder: own,
  live,
  reload,
  turns,
  tables = createTableThreads(),
}: ReviewParts): NonNullable<WebOptions['review']> {
  const isKept = own !== undefined || settings.dataDir !== '';
  const folder =
    own ??
    (isKept
      ? join(resolve(settings.dataDir), 'reviews')
      : join(tmpdir(), `sameas-reviews-${randomBytes(8).toString('hex')}`));
  const file = source === undefined ? undefined : learnedAliasesFileOf(source, settings);
  return {
    runs: new MatchingRuns({
      folder,
      isKept,
      lease: () => live.lease(),
      matcher: threadMatcher(tables),
      ...(turns !== undefined && { turns }),
    }),
    softwareVersion: SOFTWARE_VERSION,
    ...(file === undefined ? {} : { teacher: { file, reload: async () => void (await reload()) } }),
  };
}

/** Matches rows of stored tables on table threads; their queries are computed by the batch executor. */
export function threadMatcher(threads: Pick<TableThreads, 'matchRows' | 'look'>): RowMatcher {
  return {
    look: ({ record, folder }, { snapshot, batches }, stop) =>
      threads.look({ record, folder }, snapshot, askWhole(batches), stop),
    match: (rows, { snapshot, batches }, take, stop) =>
      threads.matchRows(rows, snapshot, askWhole(batches), take, stop),
  };
}

/**
 * Rejects when a query failed because the search cluster did not answer: the row must not stay without candidates for
 * that reason.
 */
function askWhole(batches: BatchExecutor): Ask {
  return async (queries) => {
    const outcomes = await batches.execute(queries, WITHOUT_REASONS);
    const fault = clusterFaultIn(outcomes);
    if (fault !== undefined) throw fault;
    return outcomes;
  };
}

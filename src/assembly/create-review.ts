import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { LiveDataset } from '../reconciliation/served-snapshot.js';
import { createMatchingRuns } from '../review/matching-runs.js';
import type { MatchingTurns } from '../review/matching-turns.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { WebOptions } from '../web/web-options.js';
import { SOFTWARE_VERSION } from './software-version.js';
import { taughtFileOf } from './files-beside.js';
import { createTableThreads } from './table-threads.js';
import { threadMatcher } from './thread-matcher.js';

interface ReviewParts {
  readonly source: DatasetSource;
  readonly settings: Pick<Settings, 'dataDir'>;
  readonly live: LiveDataset;
  readonly reload: () => Promise<unknown>;
  /** In which runs match; those of several datasets have the same. */
  readonly turns?: MatchingTurns;
}

/** What the tables that people match and review need; without a data folder they live in a temporary one, which goes when the service ends. */
export function createReview({ source, settings, live, reload, turns }: ReviewParts): NonNullable<WebOptions['review']> {
  const isKept = settings.dataDir !== '';
  const folder = isKept ? join(resolve(settings.dataDir), 'reviews') : join(tmpdir(), `sameas-reviews-${randomBytes(8).toString('hex')}`);
  const file = taughtFileOf(source, settings);
  return {
    runs: createMatchingRuns({ folder, isKept, served: () => live.current(), matcher: threadMatcher(createTableThreads()), ...(turns !== undefined && { turns }) }),
    softwareVersion: SOFTWARE_VERSION,
    ...(file === undefined ? {} : { teacher: { file, reload: async () => void (await reload()) } }),
  };
}

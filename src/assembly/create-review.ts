import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { LiveDataset } from '../describe/served-snapshot.js';
import { createMatchingRuns } from '../review/matching-runs.js';
import type { MatchingTurns } from '../review/matching-turns.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { WebOptions } from '../web/web-options.js';
import { SOFTWARE_VERSION } from './software-version.js';
import { taughtFileOf } from './files-beside.js';
import type { TableThreads } from '../web/matching/table-task.js';
import { createTableThreads } from './table-threads.js';
import { threadMatcher } from './thread-matcher.js';

interface ReviewParts {
  /** Left out: there is no list beside which aliases could be kept. */
  readonly source?: DatasetSource;
  readonly settings: Pick<Settings, 'dataDir'>;
  readonly live: LiveDataset;
  readonly reload: () => Promise<unknown>;
  /** In which runs match; those of several datasets have the same. */
  readonly turns?: MatchingTurns;
  /** Where rows are matched; threads of their own when it is left out. */
  readonly tables?: TableThreads;
}

/** What the tables that people match and review need; without a data folder they live in a temporary one, which goes when the service ends. */
export function createReview({
  source,
  settings,
  live,
  reload,
  turns,
  tables = createTableThreads(),
}: ReviewParts): NonNullable<WebOptions['review']> {
  const isKept = settings.dataDir !== '';
  const folder = isKept
    ? join(resolve(settings.dataDir), 'reviews')
    : join(tmpdir(), `sameas-reviews-${randomBytes(8).toString('hex')}`);
  const file = source === undefined ? undefined : taughtFileOf(source, settings);
  return {
    runs: createMatchingRuns({
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

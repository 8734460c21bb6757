import type { MatchingRuns } from '../../review/matching-runs.js';
import type { AliasTeacher } from '../../review/taught-aliases.js';
import type { TableMatching } from '../matching/match-table.js';

/** What the pages of matching runs need beside a request. */
export interface RunsWeb {
  readonly runs: MatchingRuns;
  /** What reads tables, on threads of its own. */
  readonly tables: TableMatching;
  /** How decisions become aliases of the dataset; absent where there is no place for them. */
  readonly teacher?: AliasTeacher;
  readonly softwareVersion: string;
}

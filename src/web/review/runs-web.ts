import type { MatchingRuns } from '../../review/matching-runs.js';
import type { AliasTeacher } from '../../review/taught-aliases.js';
import type { Turns } from '../clients/turns.js';
import type { AnswerBatch } from '../matching/answer-batch.js';
import type { TableThreads } from '../matching/table-task.js';

/** What the pages of matching runs need beside a request. */
export interface RunsWeb {
  readonly runs: MatchingRuns;
  /** What reads tables, on threads of its own. */
  readonly tables: TableThreads;
  /** Turns of clients for what is done there. */
  readonly turns: Turns;
  readonly answerBatch: AnswerBatch;
  /** How decisions become aliases of the dataset; absent where there is no place for them. */
  readonly teacher?: AliasTeacher;
  readonly softwareVersion: string;
}

import type { MatchingRuns } from '../../review/matching-runs.js';
import type { AliasTeacher } from '../../review/taught-aliases.js';
import type { Turns } from '../clients/fair-share.js';
import type { AnswerBatch } from '../matching/answer-batch.js';
import type { TableThreads } from '../matching/table-task.js';
import type { Dataset } from '../../entities/dataset.js';
import type { MatchingRun } from '../../review/matching-run.js';
import type { Exchange } from '../exchange.js';

export interface RunsWeb {
  readonly runs: MatchingRuns;
  /** Reads tables, on threads of its own. */
  readonly tables: TableThreads;
  /** Turns of clients on these threads. */
  readonly turns: Turns;
  readonly answerBatch: AnswerBatch;
  /** Saves decisions as aliases of the dataset; absent without a place for them. */
  readonly teacher?: AliasTeacher;
  readonly softwareVersion: string;
}

export interface RunExchange {
  readonly exchange: Exchange;
  readonly web: RunsWeb;
  readonly run: MatchingRun;
  readonly dataset: Dataset;
  /** Address of the run, no slash at the end. */
  readonly address: string;
}

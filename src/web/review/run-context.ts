import type { Dataset } from '../../entities/dataset.js';
import type { MatchingRun } from '../../review/matching-run.js';
import type { Exchange } from '../exchange.js';
import type { RunsWeb } from './runs-web.js';

export interface RunExchange {
  readonly exchange: Exchange;
  readonly web: RunsWeb;
  readonly run: MatchingRun;
  readonly dataset: Dataset;
  /** Address of the run, no slash at the end. */
  readonly address: string;
}

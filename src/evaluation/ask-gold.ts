import { NO_DEADLINE } from '../foundation/deadline.js';
import type { Candidate } from '../reconciliation/candidate.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { reconcile } from '../reconciliation/reconcile.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import { queryFor, type AskingOptions } from '../questions/read-question.js';
import type { GoldQuery } from './gold-query.js';

/** How gold queries are put. */
export interface AskOptions extends AskingOptions {
  readonly withProperties: boolean;
}

/** What came back for one gold query. */
export interface JudgedAnswer {
  readonly candidates: readonly Candidate[];
  readonly first: Candidate | undefined;
  /** Place of the first right candidate, from 0; -1 when there is none. */
  readonly place: number;
  readonly matched: boolean;
  /** Probability of the first candidate, 0–1; 0 without candidates. */
  readonly probability: number;
  /** Whether nothing but its probability keeps the first candidate from being matched: it is ahead, and of the type preferred. */
  readonly matchable: boolean;
}

/** The question that a service would be asked. */
export function queryForGold(gold: GoldQuery, options: AskOptions): ReconciliationQuery {
  return queryFor(options.withProperties ? gold : { ...gold, properties: [] }, options);
}

/** Asks one question, without a limit of time, and holds the answer against the gold. */
export function askGold(snapshot: DatasetSnapshot, gold: GoldQuery, options: AskOptions): JudgedAnswer {
  const outcome = reconcile(snapshot, queryForGold(gold, options), NO_DEADLINE);
  if (outcome.kind === 'failed') throw outcome.error;
  const { candidates } = outcome;
  const first = candidates[0];
  const value = (id: string): number => Number(first?.features.find((feature) => feature.id === id)?.value ?? 0);
  return {
    candidates,
    first,
    place: candidates.findIndex(({ id }) => gold.right.includes(id)),
    matched: first?.match === true,
    probability: value('probability'),
    matchable: value('lead') > 0,
  };
}

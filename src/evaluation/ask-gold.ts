import { NO_DEADLINE } from '../foundation/deadline.js';
import type { Candidate } from '../scoring/candidate.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { answerOf, rankQuery } from '../scoring/reconcile.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { queryFor, type AskingOptions } from '../input/read-input-row.js';
import type { GoldQuery } from './gold-query.js';

export interface AskOptions extends AskingOptions {
  readonly withProperties: boolean;
}

export interface JudgedAnswer {
  readonly candidates: readonly Candidate[];
  readonly first: Candidate | undefined;
  /** Position of the first right candidate, from 0; -1 without one. */
  readonly place: number;
  readonly matched: boolean;
  /** Probability of the first candidate, 0–1; 0 without candidates. */
  readonly probability: number;
  /**
   * Whether only its probability keeps the first candidate from being matched: it is ahead, and of the preferred type.
   */
  readonly matchable: boolean;
  /**
   * Entities compared by the search, and whether a right answer in the dataset was not among them. Absent for a row of
   * a file, which is queried twice.
   */
  readonly retrieval?: { readonly compared: number; readonly missedRight: boolean };
}

/** The query of a gold question. */
export function queryForGold(gold: GoldQuery, options: AskOptions): ReconciliationQuery {
  return queryFor(options.withProperties ? gold : { ...gold, properties: [] }, options);
}

/** Runs one query, without a time limit, and compares the answer with the gold. */
export function askGold(snapshot: DatasetSnapshot, gold: GoldQuery, options: AskOptions): JudgedAnswer {
  const query = queryForGold(gold, options);
  const { entities } = snapshot.dataset;
  const ranked = rankQuery(snapshot, query, NO_DEADLINE);
  const { candidates, lead } = answerOf(ranked, query);
  const rightOnes = gold.right.map((id) => entities.ordinalOf(id)).filter((entity) => entity >= 0);
  const first = candidates[0];
  const retrieved = ranked.retrieved();
  return {
    candidates,
    first,
    place: candidates.findIndex(({ id }) => gold.right.includes(id)),
    matched: first?.match === true,
    probability: first?.probability ?? 0,
    matchable: first !== undefined && lead > 0,
    retrieval: {
      compared: retrieved.size,
      missedRight: rightOnes.length > 0 && !rightOnes.some((entity) => retrieved.has(entity)),
    },
  };
}

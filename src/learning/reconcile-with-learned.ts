import type { Dataset } from '../entities/dataset.js';
import type { Deadline } from '../foundation/deadline.js';
import type { Candidate, Feature, QueryOutcome } from '../reconciliation/candidate.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { reconcile } from '../reconciliation/reconcile.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import { learnedFrom } from './kept-learning.js';
import { createRowJudge, type JudgedRow, type RowJudge } from './row-judge.js';
import { largestOf } from '../foundation/largest-of.js';

const judges = new WeakMap<DatasetSnapshot, RowJudge>();

/**
 * Answers one query as `reconcile` does, and, where the manifest keeps what a file taught, a query with properties as a row of such a file. Queries with conditions are left to the service
 * alone. Nothing depends on other queries. Cost: that of the query; of two where something that was learned speaks.
 */
export function reconcileWithLearned(
  snapshot: DatasetSnapshot,
  query: ReconciliationQuery,
  deadline: Deadline,
): QueryOutcome {
  const judge = judgeOf(snapshot);
  const asked = hasConditions(query) ? undefined : judge?.queriesOf(query);
  if (judge === undefined || asked === undefined) return reconcile(snapshot, query, deadline);
  const [byName, withProperties] = asked.map((one) => reconcile(snapshot, one, deadline));
  if (byName?.kind !== 'answered' || withProperties?.kind !== 'answered') return reconcile(snapshot, query, deadline);
  const candidates = inOrder(judge.judge(query, byName.candidates, withProperties.candidates), snapshot.dataset);
  return { kind: 'answered', candidates, effortLowered: byName.effortLowered || withProperties.effortLowered };
}

/** Whether what a file taught decides the query. */
export function speaksLearned(snapshot: DatasetSnapshot, query: ReconciliationQuery): boolean {
  return !hasConditions(query) && judgeOf(snapshot)?.queriesOf(query) !== undefined;
}

function judgeOf(snapshot: DatasetSnapshot): RowJudge | undefined {
  const kept = snapshot.tuning?.learned;
  if (kept === undefined) return undefined;
  let judge = judges.get(snapshot);
  if (judge === undefined) {
    judge = createRowJudge(snapshot.dataset, learnedFrom(kept));
    judges.set(snapshot, judge);
  }
  return judge;
}

function hasConditions({ names, identifiers, properties }: ReconciliationQuery): boolean {
  return (
    names !== undefined ||
    identifiers !== undefined ||
    properties.some(
      ({ required, quantifier, exact }) =>
        required === true || exact === true || (quantifier !== undefined && quantifier !== 'any'),
    )
  );
}

/** Features of a first candidate, which are told anew: another may come first. */
const OF_FIRST: ReadonlySet<string> = new Set(['lead', 'shared-label', 'nothing', 'probability']);
const STEP = 0.01;

/** By score descending, as the protocol has it: what is matched gets the highest score, as what it lacks in its name its values make up for. */
function inOrder({ candidates, isMatched, none }: JudgedRow<Candidate>, { metadata }: Dataset): readonly Candidate[] {
  const top = largestOf(
    candidates.map(({ candidate }) => candidate.score),
    0,
  );
  const scored = candidates.map(({ candidate, probability }, place) => {
    const score = !isMatched ? candidate.score : place === 0 ? top : Math.min(candidate.score, round2(top - STEP));
    return { candidate, probability, score };
  });
  const [first, second] = scored;
  const lead = second === undefined ? 100 : round2((first?.score ?? 0) - second.score);
  return scored.map(({ candidate, probability, score }, place): Candidate => {
    const shared = candidate.features.filter(({ id }) => id === 'shared-label');
    const ofFirst: readonly Feature[] = [
      {
        id: 'lead',
        value: lead,
        reason: lead === 100 ? 'the only candidate' : `${lead.toFixed(2)} points before the next candidate`,
      },
      ...shared,
      { id: 'nothing', value: round4(none), reason: 'estimated by what a file of names taught about its values' },
    ];
    const sure = {
      id: 'probability',
      value: round4(probability),
      reason: `by its name and by what a file of ${String(metadata.tuning?.learned?.rows ?? 0)} rows taught about its values`,
    };
    return {
      ...candidate,
      score,
      match: place === 0 && isMatched,
      features: [...candidate.features.filter(({ id }) => !OF_FIRST.has(id)), ...(place === 0 ? ofFirst : []), sure],
    };
  });
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

function round4(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

import { deadlineAfter } from '../foundation/deadline.js';
import type { Candidate } from '../reconciliation/candidate.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { BEST_SHOWN, explainQuery, type ExplainTask, type Explanation } from '../reconciliation/explain-candidate.js';
import { MAX_LIMIT } from '../reconciliation/reconciliation-query.js';
import { reconcileWithLearned, speaksLearned } from './reconcile-with-learned.js';
import { leastLearnedProbability } from './row-judge.js';
import { probabilityIn } from './service-candidate.js';

const TIMEOUT_MS = 2_000;

/** `explainQuery` for what `reconcileWithLearned` answers: candidate, place and decision are those of the answer. Throws what `explainQuery` throws. Cost: up to four queries. */
export function explainWithLearned(snapshot: DatasetSnapshot, task: ExplainTask): Explanation {
  if (!speaksLearned(snapshot, task.query)) return explainQuery(snapshot, task);
  const outcome = reconcileWithLearned(snapshot, { ...task.query, limit: MAX_LIMIT }, deadlineAfter(TIMEOUT_MS));
  const candidates = outcome.kind === 'answered' ? outcome.candidates : [];
  const [first] = candidates;
  const explanation = explainQuery(
    snapshot,
    task.ids.length > 0 || first === undefined ? task : { ...task, ids: [first.id] },
  );
  const index = candidates.findIndex(({ id }) => id === explanation.candidate.id);
  const own = candidates[index];
  if (own === undefined) return explanation;
  return {
    ...explanation,
    candidate: own,
    place: index + 1,
    inAnswer: index < task.query.limit,
    steps: [...explanation.steps, 'The decision is made by what a file of names taught, which the manifest keeps.'],
    decision: decisionOf(own, index, snapshot),
    best: candidates.slice(0, BEST_SHOWN).map(({ id, name, description, score, match }) => ({
      id,
      name,
      ...(description !== undefined && { description }),
      score,
      match,
    })),
  };
}

function decisionOf(own: Candidate, index: number, { dataset: { metadata } }: DatasetSnapshot): string {
  const rows = (metadata.tuning?.learned?.rows ?? 0).toLocaleString('en');
  const needed = (100 * leastLearnedProbability(metadata.targetPrecision)).toFixed(1);
  const sure = `Estimated probability ${(100 * probabilityIn(own)).toFixed(1)} % by its name and by what a file of ${rows} rows taught; ${needed} % are required for an automatic match by this alone.`;
  return index > 0 ? `It is candidate ${String(index + 1)}, and only the first can be a match. ${sure}` : sure;
}

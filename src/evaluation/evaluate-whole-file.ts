import { NO_DEADLINE } from '../foundation/deadline.js';
import { describeLearned } from '../learning/describe-learned.js';
import { EFFORT, learnFile, type AskService } from '../learning/learn-file.js';
import { createRowJudge, type JudgedRow } from '../learning/row-judge.js';
import type { Candidate } from '../reconciliation/candidate.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { reconcile } from '../reconciliation/reconcile.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import { askGold, queryForGold, type JudgedAnswer } from './ask-gold.js';
import { createEvaluationTally, type EvaluationOptions } from './evaluate-gold.js';
import type { Evaluation } from './evaluation.js';
import type { GoldQuery, GoldSource } from './gold-query.js';

/** An evaluation, and what the file taught, a sentence each. */
export interface WholeFileEvaluation {
  readonly evaluation: Evaluation;
  readonly learned: readonly string[];
}

/**
 * Answers the queries of the gold as `sameas match` answers a file of them, which learns from the file without looking at the right answers, and measures the answers. `undefined`
 * where the file can teach nothing. Memory: all queries.
 */
export async function evaluateWholeFile(
  snapshot: DatasetSnapshot,
  gold: GoldSource,
  options: EvaluationOptions,
): Promise<WholeFileEvaluation | undefined> {
  const queries: GoldQuery[] = [];
  gold.read(
    (query) => queries.push(query),
    () => undefined,
  );
  const { dataset } = snapshot;
  const askAll: AskService = (asked) => Promise.resolve(asked.map((query) => candidatesFor(snapshot, query)));
  const learned = await learnFile(
    dataset,
    queries.map((query) => queryForGold(query, options)),
    askAll,
    EFFORT.atLeisure,
  );
  if (learned === undefined) return undefined;
  const judge = createRowJudge(dataset, learned);
  const tally = createEvaluationTally(snapshot, { ...options, wholeFile: true });
  for (const gold of queries) {
    const before = performance.now();
    const query = queryForGold(gold, options);
    const asked = judge.queriesOf(query);
    const answer =
      asked === undefined
        ? askGold(snapshot, gold, options)
        : judgedAnswer(gold, judge.judge(query, candidatesFor(snapshot, asked[0]), candidatesFor(snapshot, asked[1])));
    tally.add(gold, answer, performance.now() - before);
  }
  return { evaluation: tally.evaluation(), learned: describeLearned(dataset, learned) };
}

function candidatesFor(snapshot: DatasetSnapshot, query: ReconciliationQuery): readonly Candidate[] {
  const outcome = reconcile(snapshot, query, NO_DEADLINE);
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome.candidates;
}

function judgedAnswer({ right }: GoldQuery, { candidates, isMatched }: JudgedRow<Candidate>): JudgedAnswer {
  const shown = candidates.map(({ candidate, probability }) => withProbability(candidate, probability));
  return {
    candidates: shown,
    first: shown[0],
    place: shown.findIndex(({ id }) => right.includes(id)),
    matched: isMatched,
    probability: candidates[0]?.probability ?? 0,
    matchable: shown.length > 0,
  };
}

/** As its file makes it. */
function withProbability(candidate: Candidate, probability: number): Candidate {
  const told = {
    id: 'probability',
    value: probability,
    reason: 'by its name and by what the file has taught about its values',
  };
  return { ...candidate, features: candidate.features.map((feature) => (feature.id === told.id ? told : feature)) };
}

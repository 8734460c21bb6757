import { NO_DEADLINE } from '../foundation/deadline.js';
import type { Answer } from '../describe/answer.js';
import { BATCH } from '../input/reconcile-rows.js';
import { decidedByFile, isTaught, queryForFile, rowEvidenceOf } from '../input/decide-row.js';
import { describeLearned } from '../input/describe-learned.js';
import { ROWS_LOOKED_AT, sampleBlocks } from '../input/learn-whole-file.js';
import { learnFile } from '../scoring/learn.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { reconcile } from '../scoring/reconcile.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { askGold, queryForGold, type JudgedAnswer } from './ask-gold.js';
import { createEvaluationTally, type EvaluationOptions } from './evaluate-gold.js';
import type { Evaluation } from './evaluation.js';
import type { GoldQuery, GoldSource } from './gold-query.js';

/** An evaluation, and what the file taught, a sentence each. */
interface WholeFileEvaluation {
  readonly evaluation: Evaluation;
  readonly learned: readonly string[];
}

/**
 * Answers the queries of the gold as `sameas match` answers a file of them, which learns from the file without looking at the right answers, and measures the answers. `undefined`
 * where the file can teach nothing. Memory: all queries.
 */
export function evaluateWholeFile(
  snapshot: DatasetSnapshot,
  gold: GoldSource,
  options: EvaluationOptions,
): WholeFileEvaluation | undefined {
  const queries: GoldQuery[] = [];
  gold.read(
    (query) => queries.push(query),
    () => undefined,
  );
  const { dataset } = snapshot;
  const asked = queries.map((query) => queryForGold(query, options));
  const speaking = asked.filter(isTaught);
  const sample = sampleBlocks(speaking, ROWS_LOOKED_AT.atLeisure);
  const learned = learnFile(
    sample.map((block) => block.map((query) => rowEvidenceOf(query, answerTo(snapshot, query)))),
    sample.flat().length / Math.max(1, speaking.length),
  );
  if (learned === undefined) return undefined;
  const tally = createEvaluationTally(snapshot, { ...options, wholeFile: true });
  for (let from = 0; from < queries.length; from += BATCH) {
    const before = performance.now();
    const batch = queries.slice(from, from + BATCH).flatMap((gold, i) => {
      const query = asked[from + i];
      return query === undefined ? [] : [{ gold, query }];
    });
    const taught = batch.filter(({ query }) => isTaught(query));
    const decided = decidedByFile(
      learned,
      dataset,
      taught.map(({ query }) => ({ query, answer: answerTo(snapshot, query) })),
    );
    const answers = new Map(taught.map(({ gold }, i) => [gold, decided[i]]));
    const milliseconds = (performance.now() - before) / Math.max(1, taught.length);
    for (const { gold } of batch) {
      const own = answers.get(gold);
      const start = performance.now();
      const answer = own === undefined ? askGold(snapshot, gold, options) : judgedAnswer(gold, own.candidates);
      tally.add(gold, answer, own === undefined ? performance.now() - start : milliseconds);
    }
  }
  return { evaluation: tally.evaluation(), learned: describeLearned(dataset, learned) };
}

/** With as many candidates as a row of a file is decided by. */
function answerTo(snapshot: DatasetSnapshot, query: ReconciliationQuery): Answer {
  const outcome = reconcile(snapshot, queryForFile(query), NO_DEADLINE);
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome;
}

function judgedAnswer({ right }: GoldQuery, candidates: Answer['candidates']): JudgedAnswer {
  const [first] = candidates;
  return {
    candidates,
    first,
    place: candidates.findIndex(({ id }) => right.includes(id)),
    matched: first?.match === true,
    probability: first?.probability ?? 0,
    matchable: candidates.length > 0,
  };
}

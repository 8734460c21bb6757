import { NO_DEADLINE } from '../foundation/deadline.js';
import type { Answer } from '../describe/answer.js';
import { BATCH } from '../input/reconcile-rows.js';
import { decidedByFile, isLearnable, queryForFile, rowEvidenceOf } from '../input/decide-row.js';
import { describeLearned } from '../input/describe-learned.js';
import { ROWS_LOOKED_AT, sampleBlocks } from '../input/learn-whole-file.js';
import { type RowEvidence, learnFile } from '../scoring/learn.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { reconcile } from '../scoring/reconcile.js';
import type { ReadSnapshot } from '../scoring/snapshot.js';
import { type JudgedAnswer, askGold, queryForGold } from './ask-gold.js';
import { type Evaluation, type EvaluationOptions, EvaluationTally, timed } from './evaluate-gold.js';
import type { GoldQuery, GoldSource } from './gold-query.js';

/** An evaluation, and sentences on the learned evidence. */
interface WholeFileEvaluation {
  readonly evaluation: Evaluation;
  readonly learned: readonly string[];
}

/**
 * Answers the queries of the gold like rows of `sameas match`, with evidence learned from the file without its right
 * answers, and measures the answers. `undefined` if nothing can be learned. Memory: all queries. Rejects with the
 * errors of `read`.
 */
export async function evaluateWholeFile(
  access: ReadSnapshot,
  gold: GoldSource,
  options: EvaluationOptions,
): Promise<WholeFileEvaluation | undefined> {
  const queries: GoldQuery[] = [];
  gold.read(
    (query) => queries.push(query),
    () => undefined,
  );
  const { dataset } = access.snapshot;
  const asked = queries.map((query) => queryForGold(query, options));
  const speaking = asked.filter(isLearnable);
  const sample = sampleBlocks(speaking, ROWS_LOOKED_AT.atLeisure);
  const evidence: (readonly RowEvidence[])[] = [];
  for (const block of sample) {
    const answers = await answersTo(access, block);
    evidence.push(answers.map(({ query, answer }) => rowEvidenceOf(query, answer)));
  }
  const learned = learnFile(evidence, sample.flat().length / Math.max(1, speaking.length));
  if (learned === undefined) return undefined;
  const tally = new EvaluationTally(access, { ...options, wholeFile: true });
  for (let from = 0; from < queries.length; from += BATCH) {
    const before = performance.now();
    const batch = queries.slice(from, from + BATCH).flatMap((gold, i) => {
      const query = asked[from + i];
      return query === undefined ? [] : [{ gold, query }];
    });
    const learnable = batch.filter(({ query }) => isLearnable(query));
    const decided = decidedByFile(
      learned,
      dataset,
      await answersTo(
        access,
        learnable.map(({ query }) => query),
      ),
    );
    const answers = new Map(learnable.map(({ gold }, i) => [gold, decided[i]]));
    const milliseconds = (performance.now() - before) / Math.max(1, learnable.length);
    for (const { gold } of batch) {
      const own = answers.get(gold);
      const { result, elapsedMs } =
        own === undefined
          ? await timed(access, (snapshot) => askGold(snapshot, gold, options))
          : { result: judgedAnswer(gold, own.candidates), elapsedMs: milliseconds };
      tally.add(gold, result, elapsedMs);
    }
  }
  return { evaluation: await tally.evaluation(), learned: describeLearned(dataset, learned) };
}

/** With as many candidates as decide a row of a file. */
function answersTo(
  { read }: ReadSnapshot,
  queries: readonly ReconciliationQuery[],
): Promise<readonly { readonly query: ReconciliationQuery; readonly answer: Answer }[]> {
  return Promise.all(
    queries.map((query) =>
      read((snapshot) => {
        const answer = reconcile(snapshot, queryForFile(query), NO_DEADLINE);
        if (answer.kind === 'failed') throw answer.error;
        return { query, answer };
      }),
    ),
  );
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

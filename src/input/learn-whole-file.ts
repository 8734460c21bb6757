import { evenBlocks } from '../foundation/even-sample.js';
import { learnFile, MIN_ROWS, type LearnedFile, type RowEvidence } from '../scoring/learn.js';
import { clusterFaultIn, type Ask } from '../describe/answer.js';
import { isLearnable, queryForFile, rowEvidenceOf } from './decide-row.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { InputRow, InputRows } from './open-input.js';
import { queryFor, type AskingOptions } from './read-input-row.js';

const ASKED_AT_ONCE = 300;

/** Maximum rows sampled for learning: by a command that runs alone, and for a waiting user. More add little. */
export const ROWS_LOOKED_AT = { atLeisure: 2_000, inPassing: 500 } as const;

/** Successive rows in the sample, to learn about neighbours. */
const BLOCK = 25;

interface LearningOptions extends AskingOptions {
  readonly rows: number;
  /** Judgments: position of a row → id of its entity, `null` for none. These rows are always in the sample. */
  readonly judged?: ReadonlyMap<number, string | null>;
  /** Called after each batch with the sampled rows done so far; may throw or reject to stop. */
  readonly onLooked?: (looked: number, of: number) => void | Promise<void>;
}

/**
 * Evidence learned from the rows of a file; `undefined` for fewer than fifty rows with a name. The sample of rows is
 * always the same. Memory: the evidence of the sample. Cost: one query for each of its rows.
 */
export async function learnWholeFile(
  ask: Ask,
  rows: InputRows,
  options: LearningOptions,
): Promise<LearnedFile | undefined> {
  const { onLooked, judged = new Map<number, string | null>() } = options;
  const queryAt = (row: InputRow | undefined): ReconciliationQuery | undefined => {
    const query = row === undefined || row.problem !== undefined ? undefined : queryFor(row, options);
    return query !== undefined && isLearnable(query) ? query : undefined;
  };
  const speaking: number[] = [];
  let position = 0;
  for (const row of rows) {
    if (queryAt(row) !== undefined) speaking.push(position);
    position++;
  }
  if (speaking.length < MIN_ROWS) return undefined;
  const blocks = sampleBlocks(speaking, options.rows);
  const sampled = new Set(blocks.flat());
  const looked = [...blocks, ...speaking.filter((at) => judged.has(at) && !sampled.has(at)).map((at) => [at])];
  const sample = looked.flatMap((block, number) =>
    block.flatMap((at) => {
      const query = queryAt(rows.at(at));
      return query === undefined ? [] : [{ query, judged: judged.get(at), number }];
    }),
  );
  const evidence: RowEvidence[][] = looked.map(() => []);
  for (let at = 0; at < sample.length; at += ASKED_AT_ONCE) {
    const asked = sample.slice(at, at + ASKED_AT_ONCE);
    const outcomes = await ask(asked.map(({ query }) => ({ ...queryForFile(query), limit: 0 })));
    // Temporary failures of the cluster would be learned as entities missing from the dataset.
    const fault = clusterFaultIn(outcomes);
    if (fault !== undefined) throw fault;
    for (const [i, outcome] of outcomes.entries()) {
      const one = asked[i];
      if (outcome.kind === 'answered' && one !== undefined)
        evidence[one.number]?.push({
          ...rowEvidenceOf(one.query, outcome.answer),
          ...(one.judged !== undefined && { judged: one.judged }),
        });
    }
    await onLooked?.(at + outcomes.length, sample.length);
  }
  return learnFile(evidence, sample.length / speaking.length);
}

/** At most this many of the questions, in blocks of successive ones. */
export function sampleBlocks<Question>(questions: readonly Question[], most: number): readonly (readonly Question[])[] {
  return evenBlocks(questions.length, most, BLOCK).map((block) =>
    block.flatMap((at) => (at < questions.length ? questions.slice(at, at + 1) : [])),
  );
}

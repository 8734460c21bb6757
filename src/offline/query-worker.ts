import { answerQuery } from '../assembly/answer-query.js';
import { toPlainOutcome, type PlainOutcome } from '../assembly/plain-outcome.js';
import { attachSnapshot, type SnapshotImage } from '../assembly/snapshot-image.js';
import type { Answer, AnswerAsData } from '../describe/answer.js';
import { NO_DEADLINE } from '../foundation/deadline.js';
import type { ReconciliationQuery } from '../scoring/query.js';

export type HelperImage = Omit<SnapshotImage, 'report' | 'files'>;

export interface HelperTask {
  readonly queries: readonly ReconciliationQuery[];
  readonly form: AnswerAsData;
}

/** No client waits: effort is reduced only for a query that would never end. */
const LIMITS = { batchDeadline: NO_DEADLINE, queryTimeoutMs: 60_000 } as const;

/** The module of a helper: a worker of the page that answers queries over a copy of the indexes. */
export function begin(image: HelperImage) {
  const snapshot = attachSnapshot(image);
  return {
    answer: ({ queries, form }: HelperTask): readonly PlainOutcome<Answer>[] =>
      queries.map((query) => toPlainOutcome(answerQuery(snapshot, query, form, LIMITS))),
  };
}

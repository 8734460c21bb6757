import { z } from 'zod';
import type { QuestionRow } from './open-questions.js';

const answerSchema = z.object({
  result: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().optional(),
      type: z.array(z.object({ id: z.string(), name: z.string() })),
      score: z.number(),
      match: z.boolean(),
      features: z.array(z.object({ id: z.string(), value: z.union([z.number(), z.boolean()]) })),
    }),
  ),
});

/** The wire form in which answers are computed: the one of the protocol that carries features. */
export const ANSWER_FORM = 'objects';

/** What may be meant by a row, as the protocol describes it. */
export type RowCandidate = z.infer<typeof answerSchema>['result'][number];

/** A row with its answer: candidates by score descending, at most one of them matched, and that the first. */
export interface AnsweredRow {
  readonly row: QuestionRow;
  readonly candidates: readonly RowCandidate[];
  /** Why there is no answer; `undefined` when there is one. */
  readonly problem: string | undefined;
}

/** The candidates of one answer in the form `ANSWER_FORM`. Throws for anything else: only the service itself makes it. */
export function candidatesIn(json: string): readonly RowCandidate[] {
  return answerSchema.parse(JSON.parse(json)).result;
}


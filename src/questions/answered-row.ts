import { z } from 'zod';
import type { QuestionRow } from './open-questions.js';

/** A candidate as answers on the wire describe it, as far as tables of answers use it. */
export const answeredCandidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  type: z.array(z.object({ id: z.string(), name: z.string() })),
  score: z.number(),
  match: z.boolean(),
  features: z.array(z.object({ id: z.string(), value: z.union([z.number(), z.boolean()]) })),
});

const answerSchema = z.object({ result: z.array(answeredCandidateSchema) });

/** The wire form in which answers are computed: the one of the protocol that carries features. */
export const ANSWER_FORM = 'objects';

/** What may be meant by a row, as the protocol describes it. */
export type RowCandidate = z.infer<typeof answerSchema>['result'][number];

/** A row with its answer: candidates by score descending, but what is matched comes first; at most one is. */
export interface AnsweredRow {
  readonly row: QuestionRow;
  readonly candidates: readonly RowCandidate[];
  /** How probable it is that nothing in the dataset is meant, 0–1; `undefined` where the file has not taught it. */
  readonly none?: number;
  /** Why there is no answer; `undefined` when there is one. */
  readonly problem: string | undefined;
}

/** The candidates of one answer in the form `ANSWER_FORM`. Throws for anything else: only the service itself makes it. */
export function candidatesIn(json: string): readonly RowCandidate[] {
  return answerSchema.parse(JSON.parse(json)).result;
}

/** The candidate with this probability in place of the service's own. */
export function withProbability(candidate: RowCandidate, probability: number): RowCandidate {
  const value = Math.round(probability * 1e4) / 1e4;
  return {
    ...candidate,
    features: candidate.features.map((feature) => (feature.id === 'probability' ? { id: feature.id, value } : feature)),
  };
}

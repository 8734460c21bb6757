import { z } from 'zod';
import type { Sentence } from '../foundation/sentence.js';
import type { Candidate } from '../scoring/candidate.js';
import type { InputRow } from './open-input.js';

/** What may be meant by a row, as its answer and the files of it keep it. */
export const answeredCandidateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    type: z.array(z.object({ id: z.string(), name: z.string() })),
    /** 0–100. */
    score: z.number(),
    match: z.boolean(),
    /** That the row means it, 0–1; files of versions up to 21 have it as a feature alone. */
    probability: z.number().optional(),
    features: z.array(z.object({ id: z.string(), value: z.union([z.number(), z.boolean()]) })),
  })
  .transform((candidate) => ({
    ...candidate,
    probability: candidate.probability ?? Number(candidate.features.find(({ id }) => id === 'probability')?.value ?? 0),
  }));

export type RowCandidate = z.infer<typeof answeredCandidateSchema>;

/** A row with its answer: the most probable candidates first; at most the first is matched. */
export interface AnsweredRow {
  readonly row: InputRow;
  readonly candidates: readonly RowCandidate[];
  /** How probable it is that nothing in the dataset is meant, 0–1; `undefined` where the file has not taught it. */
  readonly none?: number;
  /** Why there is no answer; `undefined` when there is one. */
  readonly problem: Sentence | undefined;
  /** Whether a person has matched it. */
  readonly isJudged?: boolean;
}

/** A candidate as rows keep it. */
export function rowCandidate({
  id,
  name,
  description,
  types,
  score,
  match,
  probability,
  features,
}: Candidate): RowCandidate {
  return {
    id,
    name,
    ...(description !== undefined && { description }),
    type: types.map((type) => ({ id: type.id, name: type.name })),
    score,
    match,
    probability,
    features: features.map((feature) => ({ id: feature.id, value: feature.value })),
  };
}

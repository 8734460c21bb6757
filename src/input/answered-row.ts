import { z } from 'zod';
import type { Sentence } from '../foundation/sentence.js';
import type { Candidate } from '../scoring/candidate.js';
import type { InputRow } from './open-input.js';

/** A candidate of a row, as stored in answers and files. */
export const answeredCandidateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    type: z.array(z.object({ id: z.string(), name: z.string() })),
    /** 0–100. */
    score: z.number(),
    match: z.boolean(),
    /** Probability of the match, 0–1; versions up to 21 stored it only as a feature. */
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
  /** Probability that the entity is not in the dataset, 0–1; `undefined` unless learned from the file. */
  readonly none?: number;
  /** Reason for a missing answer. */
  readonly problem: Sentence | undefined;
  readonly isJudged?: boolean;
}

/** The stored form of a candidate. */
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

import { z } from 'zod';
import type { SameasError } from '../foundation/sameas-error.js';

/** An entity that may be meant. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly { readonly id: string; readonly name: string }[];
  /** 0–100. */
  readonly score: number;
  /** Whether it is meant beyond reasonable doubt; of one candidate at most, the first. */
  readonly match: boolean;
  /** Every piece of evidence, with its reason in words. */
  readonly features: readonly { readonly id: string; readonly value: number | boolean; readonly reason: string }[];
}

/** What one query of many came to: candidates by score descending, or why there are none. */
export type Answer = { readonly candidates: readonly Candidate[] } | { readonly error: SameasError };

const answerSchema = z.object({
  candidates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      types: z.array(z.object({ id: z.string(), name: z.string() })),
      score: z.number(),
      match: z.boolean(),
      features: z.array(z.object({ id: z.string(), value: z.union([z.number(), z.boolean()]), reason: z.string() })),
    }),
  ),
});

/** An answer in the wire form that carries reasons. Throws for anything else: only the service itself makes it. */
export function readAnswer(json: string): Answer {
  return answerSchema.parse(JSON.parse(json));
}

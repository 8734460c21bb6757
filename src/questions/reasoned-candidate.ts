import { z } from 'zod';

const answerSchema = z.object({
  candidates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      types: z.array(z.object({ id: z.string(), name: z.string() })),
      score: z.number(),
      match: z.boolean(),
      probability: z.number(),
      features: z.array(z.object({ id: z.string(), value: z.union([z.number(), z.boolean()]), reason: z.string() })),
    }),
  ),
});

/** The form of answers that says why. */
export const REASONED_FORM = 'reasoned';

/** A candidate with the reason of every feature. */
export type ReasonedCandidate = z.infer<typeof answerSchema>['candidates'][number];

/** The candidates of one answer in the form `REASONED_FORM`. Throws for anything else: only the service itself makes it. */
export function reasonedCandidatesIn(json: string): readonly ReasonedCandidate[] {
  return answerSchema.parse(JSON.parse(json)).candidates;
}

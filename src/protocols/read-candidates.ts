import { z } from 'zod';

const ANSWER = z.looseObject({
  result: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      type: z.array(z.looseObject({ id: z.string(), name: z.string() })),
      score: z.number(),
      match: z.boolean(),
      features: z.array(z.looseObject({ id: z.string(), value: z.union([z.number(), z.boolean()]) })),
    }),
  ),
});

/** A candidate as version 0.2 has it. */
export type WireCandidate = z.infer<typeof ANSWER>['result'][number];

/** The candidates of an answer in the form `objects` (answer-forms.ts), which the service itself has made. */
export function readCandidates(json: string): readonly WireCandidate[] {
  return ANSWER.parse(JSON.parse(json)).result;
}

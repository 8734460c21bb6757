import { z } from 'zod';

const CANDIDATES = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    type: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    score: z.number(),
    match: z.boolean(),
    features: z.array(z.looseObject({ id: z.string(), value: z.union([z.number(), z.boolean()]) })),
    /** Of the name, in the draft alone. */
    lang: z.string().optional(),
    dir: z.enum(['rtl', 'ltr', 'auto']).optional(),
  }),
);
const ANSWERS = {
  objects: z.looseObject({ result: CANDIDATES }).transform(({ result }) => result),
  draft: z.looseObject({ candidates: CANDIDATES }).transform(({ candidates }) => candidates),
};

/** A candidate as version 0.2 or the draft has it. */
export type WireCandidate = z.infer<typeof CANDIDATES>[number];

/** The candidates of an answer in one of these forms (answer-forms.ts), which the service itself has made. */
export function readCandidates(json: string, form: keyof typeof ANSWERS): readonly WireCandidate[] {
  return ANSWERS[form].parse(JSON.parse(json));
}

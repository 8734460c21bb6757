import { z } from 'zod';
import { untranslated, type Sentence, type SentenceValue } from './sentence.js';

const valueSchema: z.ZodType<SentenceValue> = z.lazy(() =>
  z.union([z.string(), z.number(), plainSentenceSchema, z.array(plainSentenceSchema)]),
);
const plainSentenceSchema: z.ZodType<Sentence> = z
  .object({ template: z.string(), values: z.record(z.string(), valueSchema).optional() })
  .transform(({ template, values }) => (values === undefined ? { template } : { template, values }));

/** A sentence in files; plain text of older versions is in English only. */
export const sentenceSchema: z.ZodType<Sentence> = z.union([z.string().transform(untranslated), plainSentenceSchema]);

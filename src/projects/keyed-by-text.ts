import { z } from 'zod';
import { isJsonObject } from '../foundation/is-json-object.js';

/** A JSON object with any members, kept as it is: a record of Zod's loses a member called "__proto__". */
export const jsonObjectSchema = z.custom<Readonly<Record<string, unknown>>>(isJsonObject, 'must be an object');

/** A JSON object with any keys, as a map in its order, with the values read by `values`. */
export function keyedByText<S extends z.ZodType>(values: S): z.ZodType<ReadonlyMap<string, z.output<S>>> {
  return jsonObjectSchema.transform((object, context) => {
    const read = new Map<string, z.output<S>>();
    for (const [key, value] of Object.entries(object)) {
      const parsed = values.safeParse(value);
      if (parsed.success) read.set(key, parsed.data);
      else
        for (const issue of parsed.error.issues)
          context.addIssue({ code: 'custom', message: issue.message, path: [key, ...issue.path] });
    }
    return read;
  });
}

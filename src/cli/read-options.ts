import type { z } from 'zod';
import { SameasError } from '../foundation/sameas-error.js';
import type { GivenOptions } from './given-options.js';

/** The options of `sameas COMMAND`, by its schema. Throws `setting-invalid` with the messages of all faults. */
export function readOptions<T>(schema: z.ZodType<T>, options: GivenOptions, command: string): T {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new SameasError('setting-invalid', `${parsed.error.issues.map(({ message }) => message).join('; ')}.`, {
    advice: `sameas help ${command} describes every option.`,
  });
}

import { z } from 'zod';
import { SameasError } from '../foundation/sameas-error.js';

/**
 * Values of the options of a command line, by long name in camel case: a text, or `true` for an option without a value.
 */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** The text of an option; `undefined` when it is absent, or has none. */
export function textOption(options: GivenOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Valid numbers of an option, and their name. */
interface NumberKind {
  readonly called: string;
  readonly holds: (value: number) => boolean;
}

const numberOf =
  ({ called, holds }: NumberKind) =>
  (flag: string, least: number, most: number) =>
    z
      .string()
      .optional()
      .transform((text, context) => {
        if (text === undefined) return undefined;
        const value = text.trim() === '' ? NaN : Number(text);
        if (value >= least && value <= most && holds(value)) return value;
        context.addIssue({
          code: 'custom',
          message: `${flag} must be ${called} from ${least} to ${most}, not "${text}"`,
        });
        return z.NEVER;
      });

/** Schema of an optional option that is a number from `least` to `most`. Its message names `flag`. */
export const numberOption = numberOf({ called: 'a number', holds: () => true });

/** The same of a whole number. */
export const wholeNumberOption = numberOf({ called: 'a whole number', holds: Number.isInteger });

/** The options of `sameas COMMAND`, by its schema. Throws `setting-invalid` with the messages of all faults. */
export function readOptions<T>(schema: z.ZodType<T>, options: GivenOptions, command: string): T {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new SameasError('setting-invalid', `${parsed.error.issues.map(({ message }) => message).join('; ')}.`, {
    advice: `sameas help ${command} describes every option.`,
  });
}

import { z } from 'zod';

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

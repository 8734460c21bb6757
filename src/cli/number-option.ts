import { z } from 'zod';

/** The schema of an option that is a number from `least` to `most`; `undefined` where it is not given. Its message names `flag`. */
export const numberOption = (flag: string, least: number, most: number, whole: boolean) =>
  z.string().optional().transform((text, context) => {
    if (text === undefined) return undefined;
    const value = text.trim() === '' ? NaN : Number(text);
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
    context.addIssue({ code: 'custom', message: `${flag} must be ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}, not "${text}"` });
    return z.NEVER;
  });

import type { ExpressionValue } from '../../expression-value.js';
import { valueText } from '../../value-text.js';
import { GrelFailure, type FunctionBody } from '../evaluation/environment.js';
import { RegexValue, regexOf } from '../regex/regex-value.js';
import { PatternFault } from '../regex/pattern-scanner.js';

/** The failure with the signature of a function: `join expects an array and a string`. */
export function expects(name: string, what: string): GrelFailure {
  return new GrelFailure(`${name} expects ${what}`);
}

/** Whether it is a number of either kind; a text with a number is not. */
export function isNumber(value: ExpressionValue | undefined): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** The floating number of either kind of number; undefined for everything else. */
export function floatOf(value: ExpressionValue | undefined): number | undefined {
  return isNumber(value) ? Number(value) : undefined;
}

/** The whole part in 32 bits: numbers as positions and counts. Undefined for anything but a number. */
export function integerOf(value: ExpressionValue | undefined): number | undefined {
  if (!isNumber(value)) return undefined;
  const whole = Math.trunc(Number(value));
  return Number.isNaN(whole) ? 0 : Math.min(Math.max(whole, -(2 ** 31)), 2 ** 31 - 1);
}

/** The text of a value; undefined for null and a missing argument. */
export function textOf(value: ExpressionValue | undefined): string | undefined {
  return value === null || value === undefined ? undefined : valueText(value);
}

/** A text as a regular expression. Fails with the message of a bad pattern. */
export function regexOfText(pattern: string): RegexValue {
  try {
    return regexOf(pattern);
  } catch (thrown) {
    if (thrown instanceof PatternFault) throw new GrelFailure(`Bad regular expression (${thrown.message})`);
    throw thrown;
  }
}

export type FunctionGroup = 'any value' | 'text' | 'arrays' | 'truth' | 'numbers' | 'dates' | 'JSON, HTML and XML';

export interface GrelFunction {
  readonly name: string;
  /** Messages name the one that was used. */
  readonly aliases?: readonly string[];
  readonly group: FunctionGroup;
  /** As in the manual; optional ones end in a question mark. */
  readonly parameters: string;
  readonly returns: string;
  readonly description: string;
  /** Expression and preview; a text that begins with `error: ` is the message of an error. Run as tests. */
  readonly examples: readonly (readonly [expression: string, shown: string | null])[];
  readonly run: FunctionBody;
}

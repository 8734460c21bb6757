import type { FunctionBody } from '../evaluation/environment.js';

/** The chapters of the manual. */
export type FunctionGroup = 'any value' | 'text' | 'arrays' | 'truth' | 'numbers' | 'dates' | 'JSON, HTML and XML';

/** One function: what runs, and what the manual says of it. */
export interface GrelFunction {
  readonly name: string;
  /** Other names for the same function. Messages name the one that was used. */
  readonly aliases?: readonly string[];
  readonly group: FunctionGroup;
  /** As they stand in the manual; a question mark follows what may be left out. */
  readonly parameters: string;
  readonly returns: string;
  readonly description: string;
  /** Expression, and what a preview shows for it; a text that begins with `error: ` is the message of an error. Run as tests. */
  readonly examples: readonly (readonly [expression: string, shown: string | null])[];
  readonly run: FunctionBody;
}

import type { FunctionBody } from '../evaluation/environment.js';

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

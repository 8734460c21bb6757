import { withArgumentLimit } from './argument-limits.js';
import { ARRAY_FUNCTIONS } from './array-functions.js';
import { CODE_FUNCTIONS } from './code-functions.js';
import { DATE_FUNCTIONS } from './date-functions.js';
import type { GrelFunction } from './grel-function.js';
import { NUMBER_FUNCTIONS } from './number-functions.js';
import { SPLITTING_FUNCTIONS } from './splitting-functions.js';
import { TEXT_FUNCTIONS } from './text-functions.js';
import { TREE_FUNCTIONS } from './tree-functions.js';
import { TRUTH_FUNCTIONS } from './truth-functions.js';
import { VALUE_FUNCTIONS } from './value-functions.js';

/** All functions of GREL, in the order of the manual. What is not here does not exist. */
export const FUNCTION_TABLE: readonly GrelFunction[] = [
  ...VALUE_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...SPLITTING_FUNCTIONS,
  ...CODE_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...TRUTH_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...TREE_FUNCTIONS,
].map(withArgumentLimit);

const BY_NAME: ReadonlyMap<string, GrelFunction> = new Map(
  FUNCTION_TABLE.flatMap((definition) =>
    [definition.name, ...(definition.aliases ?? [])].map((name) => [name, definition] as const),
  ),
);

/** By name or alias; undefined when there is no such function. Upper and lower case differ. */
export function findFunction(name: string): GrelFunction | undefined {
  return BY_NAME.get(name);
}

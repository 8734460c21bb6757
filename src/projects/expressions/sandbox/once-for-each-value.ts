import type { RowBindings } from '../expression-language.js';
import type { ExpressionValue } from '../expression-value.js';
import type { ScriptLimits } from './script-limits.js';

/** As `evaluate` of a compiled script. */
export type EvaluateRows = (rows: readonly RowBindings[], limits?: Partial<ScriptLimits>) => readonly ExpressionValue[];

/** Key of a remembered result. Floating numbers are none, for 0 and -0 would be one key. */
type Key = string | bigint | boolean | null;

/** Most characters of remembered values and results. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Cost of an entry besides its characters, in characters. */
const ENTRY_CHARACTERS = 32;

/**
 * Evaluates a program that depends on its value alone, with the results of `evaluate`: only the first of the rows with
 * equal values is evaluated, and most tables have many equal ones. Errors are not remembered for the next call, since
 * time and memory may have been missing.
 */
export function onceForEachValue(evaluate: EvaluateRows): EvaluateRows {
  const known = new Map<Key, ExpressionValue>();
  let characters = 0;

  function remember(key: Key, result: ExpressionValue): void {
    if (typeof result === 'object' && result !== null) return;
    characters += ENTRY_CHARACTERS + lengthOf(key) + lengthOf(result);
    if (characters > MAX_CHARACTERS) {
      known.clear();
      characters = 0;
    } else known.set(key, result);
  }

  return (rows, limits) => {
    const results = new Array<ExpressionValue>(rows.length).fill(null);
    const open: RowBindings[] = [];
    /** For each row its place in `open`; -1 for a known result. */
    const places = new Int32Array(rows.length).fill(-1);
    const placeOf = new Map<Key, number>();
    rows.forEach((row, index) => {
      const { value } = row;
      const key = keyOf(value);
      if (key !== undefined) {
        const result = known.get(key);
        if (result !== undefined) {
          results[index] = result;
          return;
        }
        const place = placeOf.get(key);
        if (place !== undefined) {
          places[index] = place;
          return;
        }
        placeOf.set(key, open.length);
      }
      places[index] = open.push(row) - 1;
    });
    const evaluated = open.length === 0 ? [] : evaluate(open, limits);
    for (const [key, place] of placeOf) remember(key, evaluated[place] ?? null);
    places.forEach((place, index) => {
      if (place >= 0) results[index] = evaluated[place] ?? null;
    });
    return results;
  };
}

function keyOf(value: ExpressionValue): Key | undefined {
  return value === null || typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean'
    ? value
    : undefined;
}

function lengthOf(value: ExpressionValue): number {
  return typeof value === 'string' ? value.length : 0;
}

import { endMatch } from '../../../foundation/backtracking.js';
import { TimeIsUp, withinTime } from '../../../foundation/within-time.js';
import { ErrorValue } from '../../grid/cell-value.js';
import {
  ExpressionSyntaxError,
  type CompiledExpression,
  type ExpressionLanguage,
  type RowBindings,
  lateRow,
} from '../expression-language.js';
import type { ExpressionValue } from '../expression-value.js';
import { compileNode } from './evaluation/compile-node.js';
import { type Environment, type Evaluator, StepBudget } from './evaluation/environment.js';
import { findFunction } from './functions/function-table.js';
import { PatternFault } from './regex/pattern-scanner.js';
import { regexOf } from './regex/regex-value.js';
import { parseProgram, type ParsedProgram } from './syntax/parse-program.js';

/** GREL, the language of most expressions; docs/grel.md is its manual. */
export const grelLanguage: ExpressionLanguage = {
  id: 'grel',
  name: 'General Refine Expression Language (GREL)',
  defaultExpression: 'value',
  compile: (program) => compiledOf(program),
};

/** The tree of a program, with known functions only. Throws `ExpressionSyntaxError`. */
export function parseGrel(program: string): ParsedProgram {
  return parseProgram(program, { hasFunction: (name) => findFunction(name) !== undefined, regexFault });
}

function regexFault(source: string, ignoreCase: boolean): string | undefined {
  try {
    regexOf(source, ignoreCase);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof PatternFault) return thrown.message;
    throw thrown;
  }
}

function compiledOf(program: string): CompiledExpression {
  const evaluator = evaluatorOf(program);
  return {
    evaluate: (rows, limits) => {
      const [first] = rows;
      if (first === undefined) return [];
      const environment: Environment = { bindings: first, slots: [], budget: new StepBudget() };
      if (limits === undefined) return rows.map((row) => evaluateRow(evaluator, environment, row));
      return evaluateInTime(rows, limits.totalMs, (row) => evaluateRow(evaluator, environment, row));
    },
  };
}

/**
 * The longest time of one row where there is a limit for all, and rows that are stopped together: below the time that a
 * request may spend in endless patterns.
 */
const MAX_ROW_MS = 1_000;
const MAX_STOPPED_MS = 1_500;

/** Values of rows within the time. An endless row is stopped, and the next one has its turn. */
function evaluateInTime(
  rows: readonly RowBindings[],
  totalMs: number,
  evaluate: (row: RowBindings) => ExpressionValue,
): readonly ExpressionValue[] {
  const end = performance.now() + totalMs;
  let stoppableMs = MAX_STOPPED_MS;
  return rows.map((row) => {
    const start = performance.now();
    if (start >= end || stoppableMs <= 0) return lateRow(totalMs);
    const rowMs = Math.min(MAX_ROW_MS, stoppableMs, end - start);
    try {
      return withinTime(rowMs, () => evaluate(row));
    } catch (thrown) {
      if (!(thrown instanceof TimeIsUp)) throw thrown;
      endMatch();
      stoppableMs -= performance.now() - start;
      return new ErrorValue('The expression did not end in this row and was stopped');
    }
  });
}

function evaluatorOf(program: string): Evaluator {
  try {
    return compileNode(parseGrel(program).root, [], (name) => findFunction(name)?.run);
  } catch (thrown) {
    // Thousands of operators in a row make a tree as deep.
    if (thrown instanceof RangeError) throw new ExpressionSyntaxError('The expression is nested too deeply');
    throw thrown;
  }
}

function evaluateRow(evaluator: Evaluator, environment: Environment, row: RowBindings): ExpressionValue {
  environment.bindings = row;
  environment.budget.startRow();
  try {
    return evaluator(environment);
  } catch (thrown) {
    // The budget, the stack, the longest possible text: such an error ends its row alone.
    return new ErrorValue(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

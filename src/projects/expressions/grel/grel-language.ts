import { ErrorValue } from '../../grid/cell-value.js';
import {
  ExpressionSyntaxError,
  type CompiledExpression,
  type ExpressionLanguage,
  type RowBindings,
} from '../expression-language.js';
import type { ExpressionValue } from '../expression-value.js';
import { lateRow } from '../late-row.js';
import { compileNode } from './evaluation/compile-node.js';
import type { Environment, Evaluator } from './evaluation/environment.js';
import { StepBudget } from './evaluation/step-budget.js';
import { findFunction } from './functions/function-table.js';
import { PatternFault } from './regex/pattern-fault.js';
import { regexOf } from './regex/regex-value.js';
import { parseProgram, type ParsedProgram } from './syntax/parse-program.js';

/** GREL, the language in which most expressions are written; docs/grel.md is its manual. */
export const grelLanguage: ExpressionLanguage = {
  id: 'grel',
  name: 'General Refine Expression Language (GREL)',
  defaultExpression: 'value',
  compile: (program) => compiledOf(program),
};

/** The tree of a program, checked against the functions that there are. Throws `ExpressionSyntaxError`. */
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
      const end = performance.now() + limits.totalMs;
      return rows.map((row) =>
        performance.now() > end ? lateRow(limits.totalMs) : evaluateRow(evaluator, environment, row),
      );
    },
  };
}

function evaluatorOf(program: string): Evaluator {
  try {
    return compileNode(parseGrel(program).root, [], (name) => findFunction(name)?.run);
  } catch (thrown) {
    // Thousands of operators in a row make a tree as deep as they are many.
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
    // The budget, the stack, the longest possible text: whatever ends a row, it ends that row alone.
    return new ErrorValue(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

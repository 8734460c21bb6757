import type { RowBindings } from '../../expression-language.js';
import type { ExpressionValue } from '../../expression-value.js';

/** State of a running program. One environment serves all rows of a call, one after the other. */
export interface Environment {
  /** Of the current row. */
  bindings: RowBindings;
  /** Values of bound names; each name has a fixed place, by the depth of its control. */
  readonly slots: ExpressionValue[];
  readonly budget: StepBudget;
}

export type Evaluator = (environment: Environment) => ExpressionValue;

/** A function. Arguments are never errors; `name` may be an alias. */
export type FunctionBody = (
  args: readonly ExpressionValue[],
  name: string,
  environment: Environment,
) => ExpressionValue;

/** Names bound by the controls around a part of the program, innermost last; the position is the slot of the value. */
export type Scope = readonly string[];

/**
 * Rounds of loops, calls, operators, elements that functions make, and texts that they read and make, in the evaluation of one row: beyond it a program is out of control.
 * Takes less than a second.
 */
const MAX_STEPS_PER_ROW = 5_000_000;
/** The same for all rows of one call. */
const MAX_STEPS_PER_CALL = 100_000_000;

/** Ends the evaluation of the row; unlike other failures the expression cannot catch it. */
class BudgetSpentError extends Error {
  constructor() {
    super(`The expression was stopped after ${MAX_STEPS_PER_ROW} steps in one row.`);
    this.name = 'BudgetSpentError';
  }
}

/** Remaining steps of one call. */
export class StepBudget {
  #leftInCall = MAX_STEPS_PER_CALL;
  #leftInRow = MAX_STEPS_PER_ROW;

  startRow(): void {
    this.#leftInRow = Math.min(MAX_STEPS_PER_ROW, this.#leftInCall);
  }

  /** Throws `BudgetSpentError` when less is left. */
  spend(steps: number): void {
    this.#leftInRow -= steps;
    this.#leftInCall -= steps;
    if (this.#leftInRow < 0) throw new BudgetSpentError();
  }
}

/** Thrown by a function whose result is an error with this message. It never leaves the call. */
export class GrelFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GrelFailure';
  }
}

import type { RowBindings } from '../../expression-language.js';
import type { ExpressionValue } from '../../expression-value.js';
import type { StepBudget } from './step-budget.js';

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

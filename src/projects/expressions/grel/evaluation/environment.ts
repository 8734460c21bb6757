import type { RowBindings } from '../../expression-language.js';
import type { ExpressionValue } from '../../expression-value.js';
import type { StepBudget } from './step-budget.js';

/** What a program runs on. One environment serves all rows of a call, one after the other. */
export interface Environment {
  /** Of the row whose turn it is. */
  bindings: RowBindings;
  /** Values of the names that controls bind; each name has a fixed place, by how deep its control lies. */
  readonly slots: ExpressionValue[];
  readonly budget: StepBudget;
}

/** A part of a program, ready to run. */
export type Evaluator = (environment: Environment) => ExpressionValue;

/** What can be called. Arguments are never errors; the function is called by `name`, which may be an alias. */
export type FunctionBody = (
  args: readonly ExpressionValue[],
  name: string,
  environment: Environment,
) => ExpressionValue;

/** The names that controls around a part of the program have bound, innermost last; the position is the slot of the value. */
export type Scope = readonly string[];

import { TextTooLongError } from '../../bounded-text.js';
import type { ExpressionValue } from '../../expression-value.js';
import { ErrorValue } from '../../../grid/cell-value.js';
import { regexOf } from '../regex/regex-value.js';
import type { CallNode, GrelNode, OperatorNode } from '../syntax/grel-ast.js';
import { applyOperator } from './apply-operator.js';
import { compileControl } from './compile-control.js';
import type { Environment, Evaluator, FunctionBody, Scope } from './environment.js';
import { GrelFailure } from './grel-failure.js';
import { readField } from './read-field.js';
import { cellFields, cellsFields, rowFields } from './row-fields.js';

/** Undefined for an unknown function. */
type FunctionLookup = (name: string) => FunctionBody | undefined;

/** Turns a tree into nested functions, once for a program: variables and called functions are resolved here. */
export function compileNode(node: GrelNode, scope: Scope, functions: FunctionLookup): Evaluator {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'regex': {
      const regex = regexOf(node.source, node.ignoreCase);
      return () => regex;
    }
    case 'variable':
      return compileVariable(node.name, scope);
    case 'operator':
      return compileOperator(node, scope, functions);
    case 'field': {
      const object = compileNode(node.object, scope, functions);
      const { name } = node;
      return (environment) => readField(object(environment), name);
    }
    case 'array': {
      const elements = node.elements.map((element) => compileNode(element, scope, functions));
      return (environment) => {
        environment.budget.spend(elements.length);
        return evaluateAll(elements, environment);
      };
    }
    case 'call':
      return compileCall(node, scope, functions);
    case 'control':
      return compileControl(node.name, node.args, scope, (part, inner) => compileNode(part, inner, functions));
  }
}

function compileVariable(name: string, scope: Scope): Evaluator {
  const slot = scope.lastIndexOf(name);
  if (slot >= 0) return ({ slots }) => slots[slot] ?? null;
  return Object.hasOwn(VARIABLES, name) ? (VARIABLES[name] ?? nothing) : nothing;
}

const nothing: Evaluator = () => null;

const VARIABLES: Readonly<Record<string, Evaluator>> = {
  value: ({ bindings }) => bindings.value,
  cell: ({ bindings }) => cellFields(bindings.cell),
  cells: ({ bindings }) => cellsFields(bindings.row),
  row: ({ bindings }) => rowFields(bindings.row),
  rowIndex: ({ bindings }) => BigInt(bindings.row.index),
  columnName: ({ bindings }) => bindings.columnName,
  project: () => PROJECT,
  true: () => true,
  false: () => false,
  PI: () => Math.PI,
};

const PROJECT: ExpressionValue = { typeName: 'Project', field: () => null };

function compileOperator({ operator, left, right }: OperatorNode, scope: Scope, functions: FunctionLookup): Evaluator {
  const leftPart = compileNode(left, scope, functions);
  const rightPart = compileNode(right, scope, functions);
  return (environment) => {
    const leftValue = leftPart(environment);
    if (leftValue instanceof ErrorValue) return leftValue;
    const rightValue = rightPart(environment);
    if (rightValue instanceof ErrorValue) return rightValue;
    environment.budget.spend(operator === '+' ? 1 : 1 + stepsOfText(leftValue) + stepsOfText(rightValue));
    return applyOperator(operator, leftValue, rightValue);
  };
}

function compileCall({ name, args }: CallNode, scope: Scope, functions: FunctionLookup): Evaluator {
  const body = functions(name);
  if (body === undefined) throw new Error(`The function ${name} was parsed and does not exist`);
  const parts = args.map((arg) => compileNode(arg, scope, functions));
  return (environment) => {
    const { budget } = environment;
    const values = evaluateAll(parts, environment);
    if (values instanceof ErrorValue) return values;
    budget.spend(1 + stepsOfTexts(values));
    try {
      const result = body(values, name, environment);
      budget.spend(Array.isArray(result) ? result.length : stepsOfText(result));
      return result;
    } catch (thrown) {
      if (thrown instanceof GrelFailure || thrown instanceof TextTooLongError) return new ErrorValue(thrown.message);
      throw thrown;
    }
  };
}

/** Reading so many characters of a text takes about as long as a round of a loop. */
const CHARACTERS_A_STEP = 64;

function stepsOfText(value: ExpressionValue): number {
  return typeof value === 'string' && value.length >= CHARACTERS_A_STEP
    ? Math.floor(value.length / CHARACTERS_A_STEP)
    : 0;
}

function stepsOfTexts(values: readonly ExpressionValue[]): number {
  let steps = 0;
  for (const value of values) steps += stepsOfText(value);
  return steps;
}

/** The first error stands for all. */
function evaluateAll(parts: readonly Evaluator[], environment: Environment): readonly ExpressionValue[] | ErrorValue {
  const values: ExpressionValue[] = [];
  for (const part of parts) {
    const value = part(environment);
    if (value instanceof ErrorValue) return value;
    values.push(value);
  }
  return values;
}

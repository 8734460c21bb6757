import { TextTooLongError, isBlankResult, isTrue } from '../../value-text.js';
import { type ExpressionArray, JsonObjectValue, type ExpressionValue } from '../../expression-value.js';
import { ErrorValue } from '../../../grid/cell-value.js';
import { regexOf } from '../regex/regex-value.js';
import type { CallNode, GrelNode, OperatorNode } from '../syntax/grel-ast.js';
import { applyOperator } from './apply-operator.js';
import { type Environment, type Evaluator, type FunctionBody, type Scope, GrelFailure } from './environment.js';
import { readField, elementsOf, cellFields, cellsFields, rowFields } from '../../row-fields.js';

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

type CompilePart = (part: GrelNode, scope: Scope) => Evaluator;

/**
 * A control with its arguments, checked by the parser. Each argument is compiled in the scope that the control gives
 * it; a bound name has the slot whose number is the depth of the scope, so that an outer name of the same spelling is
 * untouched.
 */
function compileControl(name: string, args: readonly GrelNode[], scope: Scope, compile: CompilePart): Evaluator {
  const part = (position: number, inner: Scope = scope): Evaluator => {
    const node = args[position];
    return node === undefined ? () => null : compile(node, inner);
  };
  const within = (position: number, outer: Scope = scope): Scope => [...outer, variableName(args[position])];
  const slot = scope.length;
  switch (name) {
    case 'if':
      return conditional(part(0), part(1), part(2));
    case 'with':
      return binding(part(0), slot, part(2, within(1)));
    case 'forNonBlank':
      return nonBlank(part(0), slot, part(2, within(1)), part(3));
    case 'forEach':
      return loop(part(0), slot, part(2, within(1)));
    case 'forEachIndex':
      return indexedLoop(part(0), slot, part(3, within(2, within(1))));
    case 'filter':
      return filter(part(0), slot, part(2, within(1)));
    case 'forRange':
      return range(part(0), part(1), part(2), slot, part(4, within(3)));
    case 'isNull':
      return test(part(0), (value) => value === null);
    case 'isNotNull':
      return test(part(0), (value) => value !== null);
    case 'isBlank':
      return test(part(0), isBlankResult);
    case 'isNonBlank':
      return test(part(0), (value) => !isBlankResult(value));
    case 'isEmptyString':
      return test(part(0), (value) => value === '');
    case 'isNumeric':
      return test(part(0), isNumeric);
    case 'isError':
      return test(part(0), (value) => value instanceof ErrorValue);
    default:
      throw new Error(`The control ${name} was parsed and does not exist`);
  }
}

function variableName(node: GrelNode | undefined): string {
  return node?.kind === 'variable' ? node.name : '';
}

function test(subject: Evaluator, holds: (value: ExpressionValue) => boolean): Evaluator {
  return (environment) => holds(subject(environment));
}

function isNumeric(value: ExpressionValue): boolean {
  return (
    typeof value === 'bigint' || typeof value === 'number' || (typeof value === 'string' && /^\p{Nd}+$/u.test(value))
  );
}

function conditional(condition: Evaluator, then: Evaluator, otherwise: Evaluator): Evaluator {
  return (environment) => {
    const holds = condition(environment);
    if (holds instanceof ErrorValue) return holds;
    return isTrue(holds) ? then(environment) : otherwise(environment);
  };
}

function binding(subject: Evaluator, slot: number, body: Evaluator): Evaluator {
  return (environment) => {
    environment.slots[slot] = subject(environment);
    return body(environment);
  };
}

function nonBlank(subject: Evaluator, slot: number, body: Evaluator, otherwise: Evaluator): Evaluator {
  return (environment) => {
    const value = subject(environment);
    if (isBlankResult(value)) return otherwise(environment);
    environment.slots[slot] = value;
    return body(environment);
  };
}

function loop(subject: Evaluator, slot: number, body: Evaluator): Evaluator {
  return (environment) => {
    const over = subject(environment);
    if (over instanceof ErrorValue) return over;
    const elements = over instanceof JsonObjectValue ? [...over.members.values()] : elementsOf(over);
    if (elements === undefined) return new ErrorValue('First argument to forEach is not an array or JSON object');
    return eachOf(environment, elements, (element) => {
      environment.slots[slot] = element;
      return body(environment);
    });
  };
}

function indexedLoop(subject: Evaluator, slot: number, body: Evaluator): Evaluator {
  return (environment) => {
    const over = subject(environment);
    if (over instanceof ErrorValue) return over;
    const { slots } = environment;
    if (over instanceof JsonObjectValue) {
      const names = [...over.members.keys()];
      return eachOf(environment, [...over.members.values()], (element, index) => {
        slots[slot] = names[index] ?? null;
        slots[slot + 1] = element;
        return body(environment);
      });
    }
    const elements = elementsOf(over);
    if (elements === undefined) return new ErrorValue('First argument to forEachIndex is not an array or JSON object');
    return eachOf(environment, elements, (element, index) => {
      slots[slot] = BigInt(index);
      slots[slot + 1] = element;
      return body(environment);
    });
  };
}

function filter(subject: Evaluator, slot: number, body: Evaluator): Evaluator {
  return (environment) => {
    const over = subject(environment);
    if (over instanceof ErrorValue) return over;
    const elements = elementsOf(over);
    if (elements === undefined) return new ErrorValue('filter expects an array as its first argument');
    const keeps = eachOf(environment, elements, (element) => {
      environment.slots[slot] = element;
      return body(environment);
    });
    return elements.filter((_, index) => keeps[index] === true);
  };
}

/** Results of the body for each element; every round costs a step. */
function eachOf(
  { budget }: Environment,
  elements: ExpressionArray,
  body: (element: ExpressionValue, index: number) => ExpressionValue,
): ExpressionArray {
  const results: ExpressionValue[] = [];
  for (const [index, element] of elements.entries()) {
    budget.spend(1);
    results.push(body(element, index));
  }
  return results;
}

function range(from: Evaluator, to: Evaluator, step: Evaluator, slot: number, body: Evaluator): Evaluator {
  return (environment) => {
    const bounds: number[] = [];
    for (const bound of [from, to, step]) {
      const value = bound(environment);
      if (value instanceof ErrorValue) return value;
      if (typeof value !== 'number' && typeof value !== 'bigint')
        return new ErrorValue('First, second, and third arguments of forRange must all be numbers');
      bounds.push(Number(value));
    }
    const [start = 0, end = 0, stride = 0] = bounds;
    if (stride === 0 || Number.isNaN(stride)) return new ErrorValue('Invalid argument');
    const isWhole = Number.isInteger(start) && Number.isInteger(stride);
    const results: ExpressionValue[] = [];
    for (let current = start; stride > 0 ? current < end : current > end; current += stride) {
      environment.budget.spend(1);
      environment.slots[slot] = isWhole ? BigInt(current) : current;
      results.push(body(environment));
    }
    return results;
  };
}

import { ErrorValue } from '../../../grid/cell-value.js';
import { JsonObjectValue, type ExpressionArray, type ExpressionValue } from '../../expression-value.js';
import { isBlankResult, isTrue } from '../../truth.js';
import type { GrelNode } from '../syntax/grel-ast.js';
import type { Environment, Evaluator, Scope } from './environment.js';
import { elementsOf } from './value-kinds.js';

type CompilePart = (part: GrelNode, scope: Scope) => Evaluator;

/**
 * A control with its arguments, checked by the parser. Each argument is compiled in the scope that the control gives
 * it; a bound name has the slot whose number is the depth of the scope, so that an outer name of the same spelling is
 * untouched.
 */
export function compileControl(name: string, args: readonly GrelNode[], scope: Scope, compile: CompilePart): Evaluator {
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

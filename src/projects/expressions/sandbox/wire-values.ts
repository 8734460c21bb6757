import { DateValue, ErrorValue } from '../../grid/cell-value.js';
import { isArrayValue, JsonArrayValue, JsonObjectValue, type ExpressionValue, type FieldsValue } from '../expression-value.js';
import type { ListedFields } from './bound-fields.js';

/*
 * Values as they travel into and out of a sealed interpreter: JSON in which nothing is lost.
 *
 *   null, "text", true    themselves
 *   5                     a whole number that a double holds exactly
 *   ["n", "123…"]         any other whole number
 *   ["f", 2.5]            a floating number; "NaN", "Infinity", "-Infinity", "-0" as texts
 *   ["t", ms, nanos]      a date
 *   ["e", "message"]      an error
 *   ["a", […]]            an array
 *   ["l", […]]            an array of things with fields, whose fields can be asked of the array (inwards only)
 *   ["o", [[k, v], …]]    a JSON object
 *   ["F", "Recon", {…}]   a thing with fields (inwards only)
 *   ["x", "dict", "{}"]   a thing that is no value: the name of its type, and its text
 *   ["r", ["cell", …]]    a thing of the row, by the way to it (outwards only)
 */
export type Wire = null | string | number | boolean | readonly unknown[];

/** The wire form of a value that goes into the interpreter. */
export function toWire(value: ExpressionValue): Wire {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : ['n', String(value)];
  if (typeof value === 'number') return ['f', Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value)];
  if (value instanceof DateValue) return ['t', value.epochMs, value.nanos];
  if (value instanceof ErrorValue) return ['e', value.message];
  if (value instanceof JsonObjectValue) return ['o', [...value.members].map(([key, member]) => [key, toWire(member)])];
  if (value instanceof JsonArrayValue) return ['a', value.elements.map(toWire)];
  if (isArrayValue(value)) return [value.length > 0 && value.every(isListed) ? 'l' : 'a', value.map(toWire)];
  return isListed(value) ? listedWire(value) : ['x', value.typeName, value.text ?? `[object ${value.typeName}]`];
}

function isListed(value: ExpressionValue): value is ListedFields {
  return typeof value === 'object' && value !== null && 'fieldNames' in value;
}

function listedWire(fields: ListedFields): Wire {
  return ['F', fields.typeName, Object.fromEntries(fields.fieldNames.map((name) => [name, toWire(fields.field(name))]))];
}

/** A result of the interpreter; `resolve` finds the thing of the row that a path leads to. Anything unknown is an error value. */
export function fromWire(wire: unknown, resolve: (path: readonly string[]) => ExpressionValue): ExpressionValue {
  if (wire === null || typeof wire === 'string' || typeof wire === 'boolean') return wire;
  if (typeof wire === 'number') return BigInt(wire);
  if (!Array.isArray(wire)) return new ErrorValue('The interpreter gave no value');
  const [kind, first, second] = wire as readonly unknown[]; // an array, as was asked
  switch (kind) {
    case 'n':
      return BigInt(String(first));
    case 'f':
      return Number(first);
    case 't':
      return dateOf(Number(first), Number(second));
    case 'e':
      return new ErrorValue(String(first));
    case 'a':
      return Array.isArray(first) ? first.map((element) => fromWire(element, resolve)) : [];
    case 'r':
      return Array.isArray(first) ? resolve(first.map(String)) : null;
    case 'x':
      return thing(String(first), String(second));
    default:
      return new ErrorValue('The interpreter gave no value');
  }
}

function dateOf(epochMs: number, nanos: number): DateValue | ErrorValue {
  return Number.isSafeInteger(epochMs) && !Number.isNaN(new Date(epochMs).getTime())
    ? new DateValue(epochMs, nanos)
    : new ErrorValue('The date is outside the range of dates');
}

function thing(typeName: string, text: string): FieldsValue {
  return { typeName, text, field: () => null };
}

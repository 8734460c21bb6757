import { ErrorValue } from '../../../grid/cell-value.js';
import {
  type FieldsValue,
  type ExpressionArray,
  JsonObjectValue,
  type ExpressionValue,
  JsonArrayValue,
  isArrayValue,
} from '../../expression-value.js';

/**
 * An array of things with fields that reads a field of each of its elements: `cell.recon.candidates.name` are the names
 * of all candidates. Arrays derived from it (`map`, `slice`) are ordinary.
 */
export class FieldsList extends Array<ExpressionValue> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** A list of these elements, in order. */
export function fieldsListOf(elements: readonly ExpressionValue[]): FieldsList {
  const list = new FieldsList();
  for (const element of elements) list.push(element);
  return list;
}

/** `object.name`: null for a missing field, and for everything without fields; an error stays one. */
export function readField(object: ExpressionValue, name: string): ExpressionValue {
  if (object === null || typeof object !== 'object') return null;
  if (isFieldsValue(object)) return object.field(name);
  if (object instanceof JsonObjectValue) return object.members.get(name) ?? null;
  if (object instanceof FieldsList) return spread(object, name);
  return object instanceof ErrorValue ? object : null;
}

function spread(list: FieldsList, name: string): ExpressionValue {
  const values = list.map((element) => (isFieldsValue(element) ? element.field(name) : null));
  // Missing cells are null among others, and may be all of them.
  return values.every((value) => value === null || isFieldsValue(value)) ? fieldsListOf(values) : values;
}

/** Whether it has named fields: cells, rows, records, recon data, elements, patterns. */
export function isFieldsValue(value: ExpressionValue | undefined): value is FieldsValue {
  return typeof value === 'object' && value !== null && 'typeName' in value;
}

/** The elements of an array of either kind; undefined for everything else. */
export function elementsOf(value: ExpressionValue | undefined): ExpressionArray | undefined {
  if (isArrayValue(value)) return value;
  return value instanceof JsonArrayValue ? value.elements : undefined;
}

import type { ExpressionValue } from '../../expression-value.js';

/**
 * An array of things with fields that hands on the question for a field to each of its elements: `cell.recon.candidates.name` are the names
 * of all candidates. What is derived from it (`map`, `slice`) is an ordinary array.
 */
export class FieldsList extends Array<ExpressionValue> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** A list of these elements, in their order. */
export function fieldsListOf(elements: readonly ExpressionValue[]): FieldsList {
  const list = new FieldsList();
  for (const element of elements) list.push(element);
  return list;
}

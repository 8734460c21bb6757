import type { ExpressionValue } from '../../expression-value.js';

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

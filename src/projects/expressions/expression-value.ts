import type { CellValue, Cell } from '../grid/cell-value.js';

/*
 * Values of expressions. Besides values of cells there are arrays, trees and things with fields; these live only while
 * the expression runs, and become text or an error when stored.
 */

export type ExpressionValue = CellValue | ExpressionArray | JsonObjectValue | JsonArrayValue | FieldsValue;

export type ExpressionArray = readonly ExpressionValue[];

/**
 * The elements found by a selector: an array whose text is that of its elements, each on a line. Arrays derived from it
 * (`map`, `slice`) are ordinary.
 */
export class FoundElements extends Array<ExpressionValue> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** These elements as a selector's result, in order. */
export function foundElementsOf(elements: readonly ExpressionValue[]): FoundElements {
  const found = new FoundElements();
  for (const element of elements) found.push(element);
  return found;
}

/** `Array.isArray` does not separate readonly arrays from the rest of a union; this does. */
export function isArrayValue(value: ExpressionValue | undefined): value is ExpressionArray {
  return Array.isArray(value);
}

/** A JSON object; members in order. Scalars are values already: a whole number is a bigint. */
export class JsonObjectValue {
  readonly members: ReadonlyMap<string, ExpressionValue>;

  constructor(members: ReadonlyMap<string, ExpressionValue>) {
    this.members = members;
  }
}

/** A JSON array: unlike an array of the language it can be stored, as JSON text. */
export class JsonArrayValue {
  readonly elements: readonly ExpressionValue[];

  constructor(elements: readonly ExpressionValue[]) {
    this.elements = elements;
  }
}

/** Anything with named fields: a cell, the cells of a row, a row, a record, recon data, an element of a document … */
export interface FieldsValue {
  /** As in `[object Row]` and `Row value not storable`. */
  readonly typeName: string;
  /** Null for a missing field. */
  field(name: string): ExpressionValue;
  /** The wrapped cell, if any: it is copied with its recon when stored. */
  readonly wrappedCell?: Cell | null;
  /** Its text in texts and previews, where that is not `[object …]`: the outer HTML of an element. */
  readonly text?: string;
}

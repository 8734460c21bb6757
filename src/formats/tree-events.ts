/*
 * JSON and XML as one kind of tree, in document order. An entity is an element of XML, or an object or list of JSON; a
 * field is an attribute or a text of XML, or a scalar of JSON. Unnamed parts of JSON are called `_`.
 */

/** Name of the unnamed parts of JSON: the document, and the items of a list. */
export const NAMELESS = '_';

/** A whole number of any length is a bigint. */
export type TreeScalar = string | bigint | number | boolean | null;

export interface TreeHandler {
  /** `localName`: without the prefix of XML, which also gives the line of the end of the start tag. */
  beginEntity(name: string, localName: string, line?: number): void;
  endEntity(): void;
  /**
   * A value in the open entity; the name is empty for the text of an XML element. An item of a JSON list has the name
   * of the list, and `_` as local name.
   */
  field(name: string, value: TreeScalar, localName: string): void;
  /** True may end reading. */
  readonly isDone?: boolean;
}

export interface TreeLimits {
  readonly maxDepth: number;
  readonly maxTextLength: number;
}

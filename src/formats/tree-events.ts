/*
 * JSON and XML as one kind of tree, in the order of the document. An entity is an element of XML, and an object or a list of JSON; a field is an
 * attribute or a text of XML, and a scalar of JSON. What has no name of its own in JSON is called `_`.
 */

/** The name of what JSON leaves without one: the document, and the items of a list. */
export const NAMELESS = '_';

/** A whole number of any length is a bigint. */
export type TreeScalar = string | bigint | number | boolean | null;

export interface TreeHandler {
  /** `localName` is the name without its prefix, in XML, which also tells the line on which the start tag ends. */
  beginEntity(name: string, localName: string, line?: number): void;
  endEntity(): void;
  /**
   * A value in the entity that is open; the name is empty for the text of an XML element. An item of a list in JSON has the name of the list, and
   * `_` for its local name.
   */
  field(name: string, value: TreeScalar, localName: string): void;
  /** Once it is true, reading may end. */
  readonly isDone?: boolean;
}

export interface TreeLimits {
  readonly maxDepth: number;
  readonly maxTextLength: number;
}

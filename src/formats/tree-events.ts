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

/**
 * Path of the most probable records of a document. JSON: the items of a list; the items of the only list of objects in
 * an object; else the object itself, and each object of several successive documents. XML: the repeated element nearest
 * to the root, or its only child, or the root. Cost: one pass over the document, or over its beginning where that
 * suffices.
 */
export function guessRecordPath(kind: 'json' | 'xml', read: (handler: TreeHandler) => void): readonly string[] {
  return kind === 'json' ? guessInJson(read) : guessInXml(read);
}

function guessInJson(read: (handler: TreeHandler) => void): readonly string[] {
  const path: string[] = [];
  /** Members of the document that are lists of objects, or objects that contain such lists. */
  const lists = new Set<string>();
  let isDone = false;
  let documents = 0;
  let isList = false;
  read({
    get isDone() {
      return isDone;
    },
    beginEntity: (name) => {
      path.push(name);
      if (path.length === 1) documents += 1;
      if (documents > 1) isDone = true;
      // The items of a list have no name; nor has a member with the key `_`, which is not used.
      if (path.length === 2 && name === NAMELESS) {
        isList = true;
        isDone = true;
      }
      if (path.length === 3 && name === NAMELESS) lists.add(path[1] ?? NAMELESS);
    },
    endEntity: () => path.pop(),
    field: (_name, _value, localName) => {
      if (path.length !== 1 || localName !== NAMELESS) return;
      isList = true;
      isDone = true;
    },
  });
  const [only] = lists;
  if (isList) return [NAMELESS, NAMELESS];
  return documents === 1 && lists.size === 1 && only !== undefined ? [NAMELESS, only, NAMELESS] : [NAMELESS];
}

const ENOUGH_ELEMENTS = 20_000;

function guessInXml(read: (handler: TreeHandler) => void): readonly string[] {
  const path: string[] = [];
  const childNames: Set<string>[] = [];
  let best: readonly string[] | undefined;
  let firstChild: readonly string[] | undefined;
  let elements = 0;
  let root: string | undefined;
  read({
    get isDone() {
      // Nothing is nearer to the root than its own children.
      return best?.length === 2 || (best !== undefined && elements > ENOUGH_ELEMENTS);
    },
    beginEntity: (name) => {
      elements += 1;
      root ??= name;
      const siblings = childNames.at(-1);
      const isRepeated = siblings?.has(name) === true;
      siblings?.add(name);
      path.push(name);
      childNames.push(new Set());
      if (path.length === 2) firstChild ??= [...path];
      if (isRepeated && (best === undefined || path.length < best.length)) best = [...path];
    },
    endEntity: () => {
      path.pop();
      childNames.pop();
    },
    field: () => undefined,
  });
  return best ?? firstChild ?? (root === undefined ? [] : [root]);
}

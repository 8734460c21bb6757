import type { TreeHandler } from '../tree-events.js';
import { readXmlTree } from './read-xml-tree.js';
import type { XmlElement } from './xml-element.js';

/** Deeper nesting and longer texts are no dataset, and would fill the memory. */
const LIMITS = { maxDepth: 200, maxTextLength: 4_000_000 };

/** Whether an element is a record. `path`: names without prefixes, from the root to the element. */
export type IsRecord = (path: readonly string[]) => boolean;

/** Takes a record at its end; a nested record comes earlier and is no part of the outer one. */
type VisitElement = (element: XmlElement, line: number, parents: readonly string[]) => void;

interface OpenElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (XmlElement | string)[];
  language: string | undefined;
  readonly isRecord: boolean;
  readonly line: number;
}

/** Visits the records of a document; memory: one record. Throws a SyntaxError with line and character. */
export function readXmlElements(
  pieces: Iterable<string>,
  isRecord: IsRecord,
  visit: VisitElement,
  isDone: () => boolean = () => false,
): void {
  const path: string[] = [];
  /** Languages of the open elements, the root first. */
  const languages: (string | undefined)[] = [];
  /** The open record and its open elements; a nested record adds to the same stack. */
  const open: OpenElement[] = [];
  const handler: TreeHandler = {
    get isDone() {
      return isDone();
    },
    beginEntity: (_name, name, line = 0) => {
      path.push(name);
      const language = languages.at(-1);
      languages.push(language);
      const begins = isRecord(path);
      if (begins || open.length > 0)
        open.push({ name, attributes: new Map(), children: [], language, isRecord: begins, line });
    },
    field: (name, value, localName) => {
      const element = open.at(-1);
      if (name === '') element?.children.push(String(value));
      else if (name === 'xml:lang') {
        languages[languages.length - 1] = String(value);
        if (element !== undefined) element.language = String(value);
      } else if (!/^(?:xsi|xml:space)/.test(name)) element?.attributes.set(localName, String(value));
    },
    endEntity: () => {
      path.pop();
      languages.pop();
      const element = open.pop();
      if (element === undefined) return;
      if (element.isRecord) visit(element, element.line, path);
      else open.at(-1)?.children.push(element);
    },
  };
  readXmlTree(pieces, handler, LIMITS);
}

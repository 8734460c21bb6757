import type { TreeHandler } from '../tree-events.js';
import { readXmlTree } from './read-xml-tree.js';
import type { XmlElement } from './xml-element.js';

/** Deeper nesting and longer texts are no list, and would fill the memory. */
const LIMITS = { maxDepth: 200, maxTextLength: 4_000_000 };

/** Whether an element is a record. `path`: names without prefixes, from the root to the element. */
export type IsRecord = (path: readonly string[]) => boolean;

/** Takes a record when it ends; a record in another comes before that, and is no part of it. */
type VisitElement = (element: XmlElement, line: number, parents: readonly string[]) => void;

/** What becomes an element when it ends. */
interface OpenElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (XmlElement | string)[];
  language: string | undefined;
  readonly isRecord: boolean;
  readonly line: number;
}

/** Gives the records of a document one by one; memory: one record. Throws a SyntaxError that names line and character. */
export function readXmlElements(
  pieces: Iterable<string>,
  isRecord: IsRecord,
  visit: VisitElement,
  isDone: () => boolean = () => false,
): void {
  const path: string[] = [];
  /** Languages of the elements that are open, the root first. */
  const languages: (string | undefined)[] = [];
  /** The open record and what is open in it; a record in a record adds to the same stack. */
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

import { SaxesParser } from 'saxes';
import { faultSaying } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import type { TreeHandler, TreeLimits } from '../tree-events.js';

/**
 * XML as a tree: attributes are the first fields of their element, text is a field without a name, blank text is
 * skipped. Document types are not processed, so that custom entities are faults. Throws a SyntaxError with line and
 * character.
 */
export function readXmlTree(
  pieces: Iterable<string>,
  handler: TreeHandler,
  { maxDepth, maxTextLength }: TreeLimits,
): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  let text = '';
  /** Characters since the last event of the parser, which holds an unfinished text, tag or comment in memory. */
  let unfinished = 0;
  const fault = (what: string): Error =>
    faultSaying(
      SyntaxError,
      sentence('line {line}, character {character}: {what}', { line: parser.line, character: parser.column, what }),
    );
  const giveText = (): void => {
    if (depth > 0 && text.trim() !== '') handler.field('', text, '');
    text = '';
  };
  const refuseAbove = (length: number): void => {
    if (length > maxTextLength) throw fault(`a text is longer than ${maxTextLength} characters`);
  };
  const addText = (more: string): void => {
    unfinished = 0;
    text += more;
    refuseAbove(text.length);
  };
  parser.on('error', ({ message }) => {
    throw fault(message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('opentag', ({ name, attributes }) => {
    unfinished = 0;
    giveText();
    depth += 1;
    if (depth > maxDepth) throw fault(`more than ${maxDepth} elements stand within each other`);
    handler.beginEntity(name, localName(name), parser.line);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (attribute !== 'xmlns' && !attribute.startsWith('xmlns:'))
        handler.field(attribute, value, localName(attribute));
    }
  });
  parser.on('closetag', () => {
    unfinished = 0;
    giveText();
    depth -= 1;
    handler.endEntity();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  for (const piece of pieces) {
    unfinished += piece.length;
    parser.write(piece);
    refuseAbove(unfinished - piece.length);
    if (handler.isDone === true) return;
  }
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export interface XmlElement {
  /** Without a prefix. */
  readonly name: string;
  /** Without prefixes, in their order. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements and texts in order, without blank texts. */
  readonly children: readonly (XmlElement | string)[];
  /** BCP 47 tag, of `xml:lang` here or above. */
  readonly language: string | undefined;
}

/** The direct child elements, or those with a name. */
export function childElements({ children }: XmlElement, name?: string): readonly XmlElement[] {
  return children
    .filter((child) => typeof child !== 'string')
    .filter((child) => name === undefined || child.name === name);
}

/** Elements with these names at any depth, in document order, without those inside another result. */
export function descendants(element: XmlElement, names: ReadonlySet<string>): readonly XmlElement[] {
  return childElements(element).flatMap((child) => (names.has(child.name) ? [child] : descendants(child, names)));
}

/**
 * All text in an element, with white space folded. Child elements of an element without own text are separate words.
 */
export function textIn({ children }: XmlElement): string {
  const joint = children.some((child) => typeof child === 'string') ? '' : ' ';
  return children
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join(joint)
    .replace(/\s+/g, ' ')
    .trim();
}

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

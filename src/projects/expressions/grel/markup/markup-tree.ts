import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { appendAll } from '../../../../foundation/append-all.js';
import { Parser } from 'htmlparser2';

/** A document of HTML or XML as a tree. Parsers make nodes, which never change afterwards. */
export type MarkupNode = MarkupElement | MarkupText | MarkupOther;

export interface MarkupElement {
  readonly kind: 'element';
  /** As it is written, with its prefix; in HTML in lower case. Of the document itself `#document`. */
  readonly name: string;
  /** In the order of the source. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly MarkupNode[];
  /** Null for the document itself. */
  readonly parent: MarkupElement | null;
  /** Whether empty elements without an end tag exist (`<br>`), and scripts are no text. */
  readonly isHtml: boolean;
  /** Whether it is written as `<a/>`. */
  readonly isSelfClosed?: boolean;
}

interface MarkupText {
  readonly kind: 'text';
  readonly text: string;
  readonly parent: MarkupElement;
}

/** Other nodes, kept as written: a comment, a doctype, a processing instruction. */
interface MarkupOther {
  readonly kind: 'other';
  readonly source: string;
  readonly parent: MarkupElement;
}

export interface OpenElement extends MarkupElement {
  readonly children: MarkupNode[];
  isSelfClosed?: boolean;
}

export const DOCUMENT_NAME = '#document';

/** An empty document, to which the parser adds children. */
function openDocument(language: 'html' | 'xml'): OpenElement {
  return {
    kind: 'element',
    name: DOCUMENT_NAME,
    attributes: new Map(),
    children: [],
    parent: null,
    isHtml: language === 'html',
  };
}

/** A new element, appended to its parent, to which the parser adds children. */
function openElement(name: string, attributes: ReadonlyMap<string, string>, parent: OpenElement): OpenElement {
  const element: OpenElement = { kind: 'element', name, attributes, children: [], parent, isHtml: parent.isHtml };
  parent.children.push(element);
  return element;
}

/** The child elements in order. */
export function childElements(element: MarkupElement): readonly MarkupElement[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** The element and everything below it, in the order of the document. */
export function* elementsWithin(element: MarkupElement): Generator<MarkupElement> {
  const open: MarkupElement[] = [element];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    appendAll(open, childElements(next).toReversed());
  }
}

type Parsed = DefaultTreeAdapterMap['childNode'];

/** Any text as a document of HTML, as browsers build it: missing parts are supplied and nothing is refused. */
export function parseHtmlDocument(html: string): MarkupElement {
  const document = openDocument('html');
  // A list instead of recursion: documents may be nested more deeply than the stack.
  const open: (readonly [children: readonly Parsed[], parent: OpenElement])[] = [[parse(html).childNodes, document]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [children, parent] = next;
    for (const child of children) {
      const element = append(child, parent);
      if (element === undefined || !('childNodes' in child)) continue;
      open.push(['content' in child ? child.content.childNodes : child.childNodes, element]);
    }
  }
  return document;
}

/** The new element; undefined for every other node. */
function append(node: Parsed, parent: OpenElement): OpenElement | undefined {
  if (node.nodeName === '#text' && 'value' in node) parent.children.push({ kind: 'text', text: node.value, parent });
  else if (node.nodeName === '#comment' && 'data' in node)
    parent.children.push({ kind: 'other', source: `<!--${node.data}-->`, parent });
  else if (node.nodeName === '#documentType' && 'name' in node)
    parent.children.push({ kind: 'other', source: `<!doctype ${node.name}>`, parent });
  else if ('tagName' in node) {
    const attributes = new Map(
      node.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
    );
    return openElement(node.tagName, attributes, parent);
  }
  return undefined;
}

/** A text as XML, case of names as written. Faults are ignored: unclosed elements end with their parents. */
export function parseLenientXml(xml: string): MarkupElement {
  const document = openDocument('xml');
  let current: OpenElement = document;
  const open: OpenElement[] = [];
  const addText = (text: string): void => {
    const last = current.children.at(-1);
    if (last?.kind === 'text') current.children[current.children.length - 1] = { ...last, text: last.text + text };
    else current.children.push({ kind: 'text', text, parent: current });
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.push(current);
        current = openElement(name, new Map(Object.entries(attributes)), current);
      },
      onclosetag: () => {
        if (xml.charAt(parser.endIndex - 1) === '/') current.isSelfClosed = true;
        current = open.pop() ?? document;
      },
      ontext: addText,
      oncomment: (data) => {
        current.children.push({ kind: 'other', source: `<!--${data}-->`, parent: current });
      },
      onprocessinginstruction: (_name, data) => {
        current.children.push({ kind: 'other', source: `<${data}>`, parent: current });
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return document;
}

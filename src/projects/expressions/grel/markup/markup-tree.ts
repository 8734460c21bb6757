import { appendAll } from '../../../../foundation/append-all.js';
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
export function openDocument(language: 'html' | 'xml'): OpenElement {
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
export function openElement(name: string, attributes: ReadonlyMap<string, string>, parent: OpenElement): OpenElement {
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

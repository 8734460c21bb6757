import { BoundedText } from '../../value-text.js';
import type { FieldsValue, ExpressionValue } from '../../expression-value.js';
import { childElements, DOCUMENT_NAME, elementsWithin, type MarkupElement, type MarkupNode } from './markup-tree.js';

const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** Elements whose content is not text for readers. */
const DATA_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style']);
const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'html head body frameset script noscript style meta link title frame noframes section nav aside hgroup header footer p h1 h2 h3 h4 h5 h6 ul ol ' +
    'pre div blockquote hr address figure figcaption form fieldset ins del dl dt dd li table caption thead tfoot tbody colgroup col tr th td video ' +
    'audio canvas details menu plaintext template article main svg math center dir applet marquee listing'
  ).split(' '),
);

/** The element with its tags, formatted as in the source. Throws `TextTooLongError`. */
function outerMarkup(element: MarkupElement): string {
  const text = new BoundedText();
  write(text, element);
  return text.toString();
}

/** Content between the tags of the element. */
export function innerMarkup(element: MarkupElement): string {
  const text = new BoundedText();
  for (const child of element.children) write(text, child);
  return text.toString();
}

/** The child elements with their tags, without the text between them. */
export function innerElements(element: MarkupElement): string {
  return childElements(element).map(outerMarkup).join('\n');
}

function write(text: BoundedText, node: MarkupNode): void {
  if (node.kind === 'other') text.add(node.source);
  else if (node.kind === 'text') text.add(isData(node.parent) ? node.text : escaped(node.text));
  else {
    if (node.name !== DOCUMENT_NAME) {
      text.add(`<${node.name}`);
      for (const [name, value] of node.attributes) text.add(` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`);
      text.add(node.isSelfClosed === true ? ' />' : '>');
    }
    for (const child of node.children) write(text, child);
    if (node.name !== DOCUMENT_NAME && !hasNoEnd(node)) text.add(`</${node.name}>`);
  }
}

function hasNoEnd({ isHtml, isSelfClosed, name }: MarkupElement): boolean {
  return isSelfClosed === true || (isHtml && VOID_ELEMENTS.has(name));
}

function isData(element: MarkupElement): boolean {
  return element.isHtml && DATA_ELEMENTS.has(element.name);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };

function escaped(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (char) => ENTITIES[char] ?? char);
}

/** The text that a reader sees: white space as one space, a space between blocks. */
export function visibleText(element: MarkupElement): string {
  const text = new Collapsed();
  collect(text, element);
  return text.trimmed();
}

function collect(text: Collapsed, element: MarkupElement): void {
  for (const [index, child] of element.children.entries()) {
    if (child.kind === 'text') addText(text, child.text, element);
    else if (child.kind === 'element') {
      const isBlock = BLOCK_ELEMENTS.has(child.name.toLowerCase());
      if (isBlock || child.name === 'br') text.separate();
      collect(text, child);
      if (isBlock && element.children[index + 1]?.kind === 'text') text.separate();
    }
  }
}

function addText(text: Collapsed, piece: string, parent: MarkupElement): void {
  if (isData(parent)) return;
  if (isPreformatted(parent)) text.addAsIs(piece);
  else text.add(piece);
}

function isPreformatted(element: MarkupElement): boolean {
  return element.isHtml && (element.name === 'pre' || element.name === 'textarea' || element.parent?.name === 'pre');
}

/** The text of the element itself, without that of the elements in it. */
export function ownText(element: MarkupElement): string {
  const text = new Collapsed();
  for (const child of element.children) {
    if (child.kind === 'text') addText(text, child.text, element);
    else if (child.kind === 'element' && child.name === 'br') text.separate();
  }
  return text.trimmed();
}

/** All text as it is written. Throws `TextTooLongError`. */
export function wholeText(element: MarkupElement): string {
  return textsWithin(element, (parent) => !isData(parent));
}

/** Content of scripts and style sheets. */
export function scriptText(element: MarkupElement): string {
  return textsWithin(element, (parent) => DATA_ELEMENTS.has(parent.name.toLowerCase()));
}

function textsWithin(element: MarkupElement, counts: (parent: MarkupElement) => boolean): string {
  const text = new BoundedText();
  const visit = (node: MarkupElement): void => {
    for (const child of node.children) {
      if (child.kind === 'text' && counts(node)) text.add(child.text);
      else if (child.kind === 'element') visit(child);
    }
  };
  visit(element);
  return text.toString();
}

/** An attribute, ignoring case; empty without one. Addresses stay relative. */
export function attributeOf(element: MarkupElement, name: string): string {
  const exact = element.attributes.get(name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  if (lower.startsWith('abs:')) return absoluteUrl(attributeOf(element, name.slice(4)), element);
  for (const [candidate, value] of element.attributes) if (candidate.toLowerCase() === lower) return value;
  return '';
}

/** A complete address, also by the document's `<base href>`; else the empty text. */
function absoluteUrl(url: string, element: MarkupElement): string {
  let root = element;
  while (root.parent !== null) root = root.parent;
  let base: string | undefined;
  for (const candidate of elementsWithin(root))
    if (candidate.name === 'base') base ??= candidate.attributes.get('href');
  try {
    return new URL(url, base).href;
  } catch {
    return '';
  }
}

class Collapsed {
  readonly #text = new BoundedText();
  #endsInSpace = true;

  add(piece: string): void {
    // Soft hyphens and zero-width spaces are no text.
    const collapsed = piece.replace(/[\u200b\u00ad]/g, '').replace(/[ \t\n\f\r\u00a0]+/g, ' ');
    const rest = this.#endsInSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (rest === '') return;
    this.#text.add(rest);
    this.#endsInSpace = rest.endsWith(' ');
  }

  addAsIs(piece: string): void {
    if (piece === '') return;
    this.#text.add(piece);
    this.#endsInSpace = piece.endsWith(' ');
  }

  separate(): void {
    if (!this.#endsInSpace) this.add(' ');
  }

  trimmed(): string {
    return this.#text.toString().trim();
  }
}

/** An element, or a document, as a value of the language. */
export class ElementValue implements FieldsValue {
  readonly element: MarkupElement;

  constructor(element: MarkupElement) {
    this.element = element;
  }

  get typeName(): string {
    return this.element.name === DOCUMENT_NAME ? 'Document' : 'Element';
  }

  get text(): string {
    return outerMarkup(this.element);
  }

  field(): ExpressionValue {
    return null;
  }
}

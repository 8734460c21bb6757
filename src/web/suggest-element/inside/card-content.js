/*
 * Cards are HTML from a service that a page may know little about. Nothing of that HTML gets into the page: it is
 * parsed into a document of its own, in which nothing runs or loads, and its text and a few harmless elements are made
 * anew.
 */

const HARMLESS = new Set([
  'div',
  'p',
  'span',
  'strong',
  'b',
  'em',
  'i',
  'small',
  'sub',
  'sup',
  'br',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
]);
/** Dropped with their contents. */
const DROPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'textarea',
  'select',
  'title',
  'svg',
  'math',
]);

/** @type {{ createHTML(text: string): unknown } | undefined} */
let policy;

/**
 * Contents of a card, in harmless elements without attributes. Headings become paragraphs, because they do not belong
 * among those of the page. Throws when the page forbids parsing HTML (`trusted-types` without `sameas-suggest`).
 *
 * @param {string} html
 * @returns {DocumentFragment}
 */
export function cardContent(html) {
  const parsed = new DOMParser().parseFromString(trusted(html), 'text/html');
  const fragment = document.createDocumentFragment();
  copyChildren(parsed.body, fragment);
  return fragment;
}

/**
 * For pages that let only named policies parse text; the text is inert here.
 *
 * @param {string} html
 * @returns {string}
 */
function trusted(html) {
  /** @type {{ createPolicy(name: string, rules: object): { createHTML(text: string): unknown } } | undefined} */
  const factory = Reflect.get(globalThis, 'trustedTypes');
  if (factory === undefined) return html;
  policy ??= factory.createPolicy('sameas-suggest', { createHTML: (/** @type {string} */ text) => text });
  return /** @type {string} */ (policy.createHTML(html)); // DOMParser's input instead of text
}

/**
 * @param {Node} from
 * @param {Node} to
 */
function copyChildren(from, to) {
  for (const child of from.childNodes) {
    if (child instanceof Text) to.appendChild(document.createTextNode(child.data));
    if (!(child instanceof Element) || DROPPED.has(child.localName)) continue;
    const copy = emptyCopy(child);
    if (copy !== undefined) to.appendChild(copy);
    copyChildren(child, copy ?? to);
  }
}

/**
 * @param {Element} element
 * @returns {HTMLElement | undefined} Nothing for an element of which only the content counts.
 */
function emptyCopy(element) {
  const heading = /^h([1-6])$/.exec(element.localName);
  if (heading === null) return HARMLESS.has(element.localName) ? document.createElement(element.localName) : undefined;
  const paragraph = document.createElement('p');
  paragraph.className = heading[1] === '1' ? 'title' : 'subtitle';
  return paragraph;
}

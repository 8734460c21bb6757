import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { openDocument, openElement, type MarkupElement, type OpenElement } from './markup-tree.js';

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

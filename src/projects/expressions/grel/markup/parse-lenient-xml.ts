import { Parser } from 'htmlparser2';
import { openDocument, openElement, type MarkupElement, type OpenElement } from './markup-tree.js';

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

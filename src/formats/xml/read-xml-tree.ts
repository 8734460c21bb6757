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

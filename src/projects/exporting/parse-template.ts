/** A template in pieces: text, the cell of a column `${name}`, or an expression `{{…}}`. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'expression'; readonly expression: string };

/**
 * Reads a template. `\{`, `\$` and `\\` stand for the characters themselves, and `\}` for a brace within an expression. A brace or dollar that opens
 * nothing, or whose end is missing, is text.
 */
export function parseTemplate(template: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') pieces.push({ kind: 'text', text });
    text = '';
  };
  for (let at = 0; at < template.length;) {
    const next = template[at + 1] ?? '';
    if (template[at] === '\\' && ['{', '$', '\\'].includes(next)) {
      text += next;
      at += 2;
      continue;
    }
    const expression = template.startsWith('{{', at) ? expressionAt(template, at + 2) : undefined;
    if (expression !== undefined) {
      flush();
      pieces.push({ kind: 'expression', expression: expression.text });
      at = expression.end;
      continue;
    }
    const close = template.startsWith('${', at) ? template.indexOf('}', at) : -1;
    if (close > 0) {
      flush();
      pieces.push({ kind: 'column', name: template.slice(at + 2, close) });
      at = close + 1;
      continue;
    }
    text += template[at] ?? '';
    at += 1;
  }
  flush();
  return pieces;
}

/** The expression that begins here and ends before `}}`; undefined when the end is missing. */
function expressionAt(template: string, from: number): { readonly text: string; readonly end: number } | undefined {
  let text = '';
  for (let at = from; at < template.length; at += 1) {
    if (template.startsWith('}}', at)) return { text, end: at + 2 };
    if (template[at] === '\\' && template[at + 1] === '}') {
      text += '}';
      at += 1;
    } else text += template[at] ?? '';
  }
  return undefined;
}

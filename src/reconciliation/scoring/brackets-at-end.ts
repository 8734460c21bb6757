import { analyseLabel } from '../../text/analyse-label.js';

const NO_BRACKETS = { words: 0, square: false };

/** How many words stand in the round or square brackets that end a text; none for a text that is all brackets. */
export function bracketsAtEnd(text: string): { readonly words: number; readonly square: boolean } {
  const square = text.endsWith(']');
  if (!square && !text.endsWith(')')) return NO_BRACKETS;
  const open = text.lastIndexOf(square ? '[' : '(');
  return open <= 0 ? NO_BRACKETS : { words: analyseLabel(text.slice(open + 1, -1)).tokens.length, square };
}

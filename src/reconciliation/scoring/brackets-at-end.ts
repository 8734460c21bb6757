import { analyseLabel } from '../../text/analyse-label.js';
import { NAME_WEIGHTS } from './name-weights.js';

const NO_BRACKETS = { words: 0, square: false };

/** How many words stand in the round or square brackets that end a text; none for a text that is all brackets. */
export function bracketsAtEnd(text: string): { readonly words: number; readonly square: boolean } {
  const square = text.endsWith(']');
  if (!square && !text.endsWith(')')) return NO_BRACKETS;
  const open = text.lastIndexOf(square ? '[' : '(');
  return open <= 0 ? NO_BRACKETS : { words: analyseLabel(text.slice(open + 1, -1)).tokens.length, square };
}

/** Makes the last words weigh less: round brackets hold notes, square ones mostly numbers of footnotes. */
export function weakenAtEnd(weights: Float64Array, count: number, words: number, square: boolean): void {
  if (words >= count) return;
  for (let i = count - words; i < count; i++) weights[i] = (weights[i] ?? 0) * (square ? NAME_WEIGHTS.footnote : NAME_WEIGHTS.bracketed);
}

import type { AnalysedLabel } from '../../text/analysed-label.js';
import { mayBeLeftOut } from '../../text/similarity/common-words.js';
import { markedAbbreviations } from '../../text/similarity/marked-abbreviation.js';
import { isSeam } from '../../text/unspaced-scripts.js';
import { hasWord } from '../alignment/word-bits.js';

/**
 * Share of the words of the query that the dataset knows, 0–1. One marked as abbreviated is not unknown for that, nor is a little word, nor
 * one of `recognised` (one bit each for the first 32), nor the seam between two known words of a script without spaces.
 */
export function shareOfKnownWords(
  { tokens, original }: AnalysedLabel,
  isKnown: (word: string) => boolean,
  recognised: number,
): number {
  const marked = markedAbbreviations(original);
  const isInList = (token: string | undefined): token is string => token !== undefined && isKnown(token);
  let known = 0;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const after = tokens[i + 1];
    if (
      hasWord(recognised, i) ||
      marked?.has(token) === true ||
      mayBeLeftOut(token) ||
      isInList(token) ||
      (isInList(before) && isInList(after) && isSeam(token, before, after))
    ) {
      known++;
    }
  }
  return tokens.length === 0 ? 0 : known / tokens.length;
}

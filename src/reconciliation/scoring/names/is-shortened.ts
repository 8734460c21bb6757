import { mayBeLeftOut } from '../../../text/similarity/common-words.js';
import { markedAbbreviation } from '../../../text/similarity/marked-abbreviation.js';
import type { WordPairs } from './pairing/word-pairs.js';

/** So many letters of a single abbreviation say enough; of several, two of each. */
const LETTERS_OF_ONE = 3;
const LETTERS_OF_SEVERAL = 2;

/**
 * Whether the query is the label with words cut short and marked so by full stops: "Can. J. Physiol. Pharmacol.". Every word of either has met one of the other, in the same
 * order, by being equal or short for it; little words and legal forms may be missing. Initials alone do not show enough. Cost: a look at each word.
 */
export function isShortened(pairs: WordPairs): boolean {
  const { query, label, metBy, metAs } = pairs;
  const seen: number[] = [];
  let before = -1;
  for (let j = 0; j < label.count; j++) {
    const long = label.words[j]?.shape.text ?? '';
    const at = metBy[j] ?? -1;
    if (at === -1 && mayBeLeftOut(long)) continue;
    if (at < before || at === -1) return false;
    before = at;
    if (metAs[j] === 'equal') continue;
    const short = query.words[at];
    const shape = label.words[j]?.shape;
    if (metAs[j] !== undefined || short?.marked !== true || shape === undefined || markedAbbreviation(short.shape, shape) === 0) return false;
    seen.push(short.shape.text.length);
  }
  if (query.words.some(({ shape }, i) => pairs.isOpen(i) && !mayBeLeftOut(shape.text))) return false;
  const telling = seen.filter((letters) => letters >= LETTERS_OF_SEVERAL);
  return telling.length > 1 || (seen.length === 1 && telling.some((letters) => letters >= LETTERS_OF_ONE));
}

import { isLittleWord } from '../../../text/similarity/common-words.js';
import { NAME_WEIGHTS } from './name-weights.js';
import type { WordPairs } from './pairing/word-pairs.js';

/*
 * Of two names that have as much in common with the query, the one that has its most telling word is rather meant: "Hollins
 * Charity Cup" is "Hollins Stakes" rather than "Charity Shield". Sums of weights do not say that, since many usual words weigh as
 * much as a rare one. So the order of candidates heeds the heaviest words by themselves. How sure a match is does not depend on them.
 */

/** What is known of the heaviest words of two names. */
export interface ForemostWords {
  /** Weight of the heaviest word that only the query has, as a share of the greatest weight of any word, 0–1. */
  readonly open: number;
  /** The same of the heaviest word that both have letter by letter. */
  readonly equal: number;
  /** Whether the query has two words, both known to the dataset, and the label is one of them: of "Cyclorana platycephala", half. */
  readonly half: boolean;
  /** Whether the query has several parts, parted by commas, brackets and the like. */
  readonly parted: boolean;
  /** Whether the label says one of several parts as a whole. */
  readonly wholePart: boolean;
  /** Whether the query is a surname with initials behind it, and the label begins with that surname as if it were a given name ("Drew, S.", "Drew Sutton"). */
  readonly reversed: boolean;
  /** Whether it is such a query, and the label is its surname, or one like it, alone. */
  readonly surnameAlone: boolean;
}

/** By what a likeness of two names (0–1) is multiplied for the order among candidates: about 1, and 1 for equal names. It moves the odds of the likeness, so that this stays between 0 and 1. */
export function foremostShare(likeness: number, { open, equal, half, parted, wholePart, reversed, surnameAlone }: ForemostWords): number {
  const { foremostOpen, foremostOpenOfParts, foremostHalf, foremostEqual, foremostPart, foremostReversed, foremostSurnameAlone } = NAME_WEIGHTS;
  const lost = ((parted ? foremostOpenOfParts : foremostOpen) + (half ? foremostHalf : 0)) * open + (reversed ? foremostReversed : 0) + (surnameAlone ? foremostSurnameAlone : 0);
  const odds = Math.exp(foremostEqual * equal + (wholePart ? foremostPart : 0) - lost);
  return odds / (1 - likeness + likeness * odds);
}

/** Those of a query and a label whose words are paired; `greatest`: the greatest weight of any word. */
export function foremostWords(pairs: WordPairs, greatest: number, wholePart: boolean): ForemostWords {
  const { query, label, metBy, metAs } = pairs;
  const half = query.words.length === 2 && label.count === 1 && metAs[0] === 'equal' && query.words[1 - (metBy[0] ?? 0)]?.known !== false;
  return { open: heaviestOpen(pairs) / greatest, equal: heaviestEqual(pairs) / greatest, half, parted: query.parts.several(), wholePart, reversed: isReversed(pairs), surnameAlone: isSurnameAlone(pairs) };
}

function isSurnameAlone({ query, label, metBy }: WordPairs): boolean {
  return query.initials > 0 && label.count === query.words.length - query.initials && metBy[0] === 0;
}

/** A label with a comma is in the order of the query. Cost: of few labels, the text decoded. */
function isReversed({ query, label, metBy, metAs }: WordPairs): boolean {
  if (query.initials === 0 || metBy[0] !== 0 || metAs[0] === 'acronym') return false;
  const surname = query.words.length - query.initials;
  let hasGiven = false;
  for (let j = 1; j < label.count; j++) {
    const word = label.words[j]?.shape.text ?? '';
    // Where its words are initials, too, the label is in the order of the query ("Drew S").
    if ((metBy[j] ?? -1) >= surname) hasGiven ||= word.length > 1 && !isLittleWord(word);
  }
  return hasGiven && !label.text().includes(',');
}

function heaviestOpen(pairs: WordPairs): number {
  const { query } = pairs;
  let most = 0;
  for (let i = 0; i < query.words.length; i++) if (pairs.isOpen(i)) most = Math.max(most, query.weights[i] ?? 0);
  return most;
}

function heaviestEqual({ label, metAs }: WordPairs): number {
  let most = 0;
  for (let j = 0; j < label.count; j++) if (metAs[j] === 'equal') most = Math.max(most, label.weights[j] ?? 0);
  return most;
}

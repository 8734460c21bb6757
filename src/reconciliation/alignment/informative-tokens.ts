import { isLittleWord } from '../../text/similarity/common-words.js';
import { similarityWeights } from '../evidence/weights.js';
import type { TokenPairs } from './token-pairs.js';

/*
 * Of two names that have as much in common with the query, the one that has its most informative token is rather meant: "Hollins
 * Charity Cup" is "Hollins Stakes" rather than "Charity Shield". Sums of weights do not say that, since many frequent tokens weigh as
 * much as a rare one. So the most informative tokens count by themselves for the order of candidates. How sure a match is does not depend on them.
 */

/** By what the similarity of two unequal names is multiplied for the order among candidates: about 1. It moves the odds of the similarity, so that this stays between 0 and 1. */
export function informativeShare(pairs: TokenPairs, matchedElsewhere: number, similarity: number): number {
  const { query } = pairs;
  const { greatest } = query.by.weights;
  const { openToken, openTokenOfParts, half, equalToken, wholePart, reversed, surnameAlone } = similarityWeights();
  const ofOpen = (query.parts.several ? openTokenOfParts : openToken) + (isHalf(pairs) ? half : 0);
  const ofPersons = (isReversed(pairs) ? reversed : 0) + (isSurnameAlone(pairs) ? surnameAlone : 0);
  const odds = Math.exp((equalToken * heaviestEqual(pairs) - ofOpen * heaviestOpen(pairs, matchedElsewhere)) / greatest + (hasWholePart(pairs, matchedElsewhere) ? wholePart : 0) - ofPersons);
  return odds / (1 - similarity + similarity * odds);
}

/** Whether the query has several parts, and the label has one of them as a whole. */
export function hasWholePart(pairs: TokenPairs, matchedElsewhere: number): boolean {
  const { parts, by } = pairs.query;
  return parts.several && parts.hasWhole((i) => pairs.isOpen(i, matchedElsewhere), similarityWeights().leastOfPart * by.weights.greatest);
}

/** Whether the query has two tokens, both known to the dataset, and the label is one of them: of "Cyclorana platycephala", half. */
function isHalf({ query, label, metBy, metAs }: TokenPairs): boolean {
  return query.tokens.length === 2 && label.count === 1 && metAs[0] === 'equal' && query.tokens[1 - (metBy[0] ?? 0)]?.known !== false;
}

/** Whether the query is a surname with initials, and the label is its surname, or one like it, alone. */
function isSurnameAlone({ query, label, metBy }: TokenPairs): boolean {
  return query.initials > 0 && label.count === query.tokens.length - query.initials && metBy[0] === 0;
}

/**
 * Whether the query is a surname with initials behind it, and the label begins with that surname as if it were a given name ("Drew, S.", "Drew Sutton"). A label with a comma is in the order
 * of the query. Cost: of few labels, the text decoded.
 */
function isReversed({ query, label, metBy, metAs }: TokenPairs): boolean {
  if (query.initials === 0 || metBy[0] !== 0 || metAs[0] === 'acronym') return false;
  const surname = query.tokens.length - query.initials;
  let hasGiven = false;
  for (let j = 1; j < label.count; j++) {
    const word = label.tokens[j]?.shape.text ?? '';
    // Where its words are initials, too, the label is in the order of the query ("Drew S").
    if ((metBy[j] ?? -1) >= surname) hasGiven ||= word.length > 1 && !isLittleWord(word);
  }
  return hasGiven && !label.text().includes(',');
}

/** Weight of the heaviest token that only the query has. */
function heaviestOpen(pairs: TokenPairs, matchedElsewhere: number): number {
  const { weights } = pairs.query;
  let most = 0;
  for (let i = 0; i < weights.length; i++) if (pairs.isOpen(i, matchedElsewhere)) most = Math.max(most, weights[i] ?? 0);
  return most;
}

/** Weight of the heaviest token that both have letter by letter. */
function heaviestEqual({ label, metAs }: TokenPairs): number {
  let most = 0;
  for (let j = 0; j < label.count; j++) if (metAs[j] === 'equal') most = Math.max(most, label.weights[j] ?? 0);
  return most;
}

import { NAME_WEIGHTS } from './name-weights.js';

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
}

/** By what a likeness of two names (0–1) is multiplied for the order among candidates: about 1, and 1 for equal names. It moves the odds of the likeness, so that this stays between 0 and 1. */
export function foremostShare(likeness: number, { open, equal, half, parted, wholePart }: ForemostWords): number {
  const { foremostOpen, foremostOpenOfParts, foremostHalf, foremostEqual, foremostPart } = NAME_WEIGHTS;
  const lost = ((parted ? foremostOpenOfParts : foremostOpen) + (half ? foremostHalf : 0)) * open;
  const odds = Math.exp(foremostEqual * equal + (wholePart ? foremostPart : 0) - lost);
  return odds / (1 - likeness + likeness * odds);
}

/** The greatest of the first `count` weights that are counted; 0 for none. */
export function heaviest(weights: Float64Array, count: number, isCounted: (at: number) => boolean): number {
  let most = 0;
  for (let at = 0; at < count; at++) if (isCounted(at)) most = Math.max(most, weights[at] ?? 0);
  return most;
}

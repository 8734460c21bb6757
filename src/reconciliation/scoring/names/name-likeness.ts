import type { NameSums } from './name-sums.js';
import { NAME_WEIGHTS } from './name-weights.js';

/** Names that are not equal are not more alike than this. */
const MOST_UNEQUAL = 0.985;

/** How alike two names are that are not equal, 0–1. `labelWords`: the words of the label; `letters`: the share of letter pairs in common, 0–1. */
export function nameLikeness(sums: NameSums, labelWords: number, letters: number): number {
  const { matched } = sums;
  const whole = matched + weightOfOpenWords(sums, labelWords) * sums.onlyQuery + NAME_WEIGHTS.onlyLabel * sums.onlyLabel;
  const byWords = whole === 0 ? 0 : matched / whole;
  const likeness = (1 - NAME_WEIGHTS.letters) * byWords + NAME_WEIGHTS.letters * letters;
  return Math.min(likeness * shareByNumbers(sums), MOST_UNEQUAL);
}

/** Whether both have numbers, codes or ordinals that the other lacks. */
export function numbersDiffer({ numberInQuery, numberInLabel }: NameSums): boolean {
  return numberInQuery + numberInLabel >= 3 && numberInQuery > 0 && numberInLabel > 0;
}

function weightOfOpenWords({ isContained }: NameSums, labelWords: number): number {
  if (!isContained) return NAME_WEIGHTS.onlyQuery;
  if (labelWords === 1) return NAME_WEIGHTS.containedOne;
  return labelWords === 2 ? NAME_WEIGHTS.containedTwo : NAME_WEIGHTS.containedMore;
}

/** An "i" alone is a number only if it meets one. */
function shareByNumbers(sums: NameSums): number {
  if (numbersDiffer(sums)) return NAME_WEIGHTS.numbersDiffer;
  return (sums.numberInQuery === 2) !== (sums.numberInLabel === 2) ? NAME_WEIGHTS.numberMissing : 1;
}

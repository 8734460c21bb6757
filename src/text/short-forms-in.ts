import { DOTTED_LETTERS, foldText } from './fold-text.js';

/* Short forms by their capitals and dots, which folding removes. */

const MAX_INITIALS = 3;
const CAPITALS = /(?<!\p{L})(?:\p{Lu}\.?){3,6}(?!\p{L})/gu;

/** Two or three dotted letters, folded: `ad` in "Moore, A.D."; mostly empty. */
export function dottedInitialsIn(text: string): readonly string[] {
  return text.includes('.')
    ? (text.match(DOTTED_LETTERS) ?? []).map(foldText).filter((letters) => letters.length <= MAX_INITIALS)
    : [];
}

/** Three to six capitals, with or without dots, folded: `kmf` in "KMF, Inc."; mostly empty. */
export function capitalsIn(text: string): readonly string[] {
  return (text.match(CAPITALS) ?? []).map((letters) => foldText(letters.replaceAll('.', '')));
}

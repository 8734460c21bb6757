import { lexiconByKey } from './lexicon.js';
import { DOTTED_LETTERS, foldText } from './fold-text.js';

let meanings: ReadonlyMap<string, readonly string[]> | undefined; // until it is asked for

/**
 * Possible long forms of a folded short form in catalogues, maps and address books; none for most words. Retrieval uses
 * all; word similarity only to tell that a short word is not another word.
 */
export function abbreviated(short: string): readonly string[] {
  meanings ??= lexiconByKey('abbreviations');
  return meanings.get(short) ?? NOTHING;
}

const NOTHING: readonly string[] = [];

/** Whether one folded word is a usual abbreviation of the other. */
export function isUsualAbbreviation(short: string, long: string): boolean {
  return abbreviated(short).includes(long);
}

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

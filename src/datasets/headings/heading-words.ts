import { plainLetters } from '../../foundation/plain-letters.js';

/**
 * The words of a heading without case and accents: `nom_commune`, `museumName` and `Museum name` have two. Digits and
 * signs separate words.
 */
export function headingWords(heading: string): readonly string[] {
  return composed(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}_]+|_+/u)
    .filter((word) => word !== '');
}

/** Plain letters; Korean syllables are composed again. */
function composed(text: string): string {
  return plainLetters(text).normalize('NFC');
}

/** A lexicon as a set of plain words. */
export function wordSet(lexicon: string): ReadonlySet<string> {
  return new Set(lexicon.split(' ').map((word) => composed(word)));
}

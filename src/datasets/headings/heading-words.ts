import { plainLetters } from '../../foundation/plain-letters.js';
import { lexiconByKey } from '../../text/lexicon.js';

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
export function composed(text: string): string {
  return plainLetters(text).normalize('NFC');
}

/** Meanings of words of headings, as `data/lexicons/heading-words.txt` explains them. */
export type HeadingWordMeaning =
  | 'name'
  | 'name-of-firm'
  | 'entity'
  | 'maker'
  | 'place'
  | 'alias'
  | 'other'
  | 'nameable'
  | 'type'
  | 'type-first'
  | 'type-text'
  | 'number'
  | 'register';

let meanings: ReadonlyMap<string, ReadonlySet<string>> | undefined; // until it is asked for

/** Whether a word of a heading has this meaning. */
export function isHeadingWord(meaning: HeadingWordMeaning, word: string): boolean {
  meanings ??= new Map([...lexiconByKey('heading-words')].map(([key, words]) => [key, new Set(words.map(composed))]));
  return meanings.get(meaning)?.has(word) ?? false;
}

import type { AnalysedLabel } from './analysed-label.js';
import { foldText } from './fold-text.js';
import { hasLettersBeyondLatin, transliterate } from './transliterate.js';
import { characterPairs, hasUnspacedScript, isUnspaced } from './unspaced-scripts.js';
import { appendAll } from '../foundation/append-all.js';

const BEGINS_WITH_DIGIT = /^\p{N}/u;

const HAS_LETTER = /\p{L}/u;

const NO_TOKENS: readonly string[] = [];
const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** Longer text is cut before analysis: no name is longer, and a pasted page must not cost a second. */
export const MAX_LABEL_LENGTH = 2000;

/**
 * Folds a label and splits it into words. Labels of entities and of queries go through here alike. Cost: a microsecond for
 * ASCII text, some for others. Folding a folded form again changes nothing.
 */
export function analyseLabel(text: string): AnalysedLabel {
  const spoken = undoInvertedHeading(text.length > MAX_LABEL_LENGTH ? text.slice(0, MAX_LABEL_LENGTH) : text);
  const folded = foldText(spoken);
  return { original: text, folded, tokens: tokensOfFolded(folded) };
}

/** The same for text with letters beyond Latin, transliterated; `undefined` for other text. */
export function analyseInLatin(text: string): AnalysedLabel | undefined {
  return hasLettersBeyondLatin(text) ? analyseLabel(transliterate(text)) : undefined;
}

/** The tokens of a folded form. */
export function tokensOfFolded(folded: string): readonly string[] {
  if (folded === '') return NO_TOKENS;
  const words = folded.split(' ');
  if (ASCII_ONLY.test(folded) || !hasUnspacedScript(folded)) return words;
  // Pushed, because arrays of `flatMap` have another internal form, which would discard the code compiled for all other
  // names.
  const tokens: string[] = [];
  for (const word of words) {
    if (isUnspaced(word)) appendAll(tokens, characterPairs(word));
    else tokens.push(word);
  }
  return tokens;
}

/**
 * Undoes an inverted index heading: "acetic acid, trichloro-" is trichloroacetic acid, "Verein, Kunst-" a Kunstverein.
 * The part after the last comma with a final hyphen is the beginning of the word before it, unless it is a year of
 * birth ("Smith, Zadie, 1975-"). Any other text is unchanged. Cost: a look at the last letter.
 */
export function undoInvertedHeading(text: string): string {
  if (!text.endsWith('-')) return text;
  const comma = text.lastIndexOf(', ');
  const beginning = text.slice(comma + 2, -1).trim();
  if (comma <= 0 || beginning.includes(' ') || !HAS_LETTER.test(beginning)) return text;
  const rest = text.slice(0, comma);
  // Locant numbers stay separate: "1-ethoxy-2-propanol".
  return BEGINS_WITH_DIGIT.test(rest) ? `${beginning}-${rest}` : beginning + rest;
}

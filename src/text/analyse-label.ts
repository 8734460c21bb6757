import type { AnalysedLabel } from './analysed-label.js';
import { foldText } from './fold-text.js';
import { hasLettersBeyondLatin, transliterate } from './transliterate.js';
import { characterPairs, hasUnspacedScript, isUnspaced } from './unspaced-scripts.js';
import { appendAll } from '../foundation/append-all.js';

const BEGINS_WITH_DIGIT = /^\p{N}/u;

const HAS_LETTER = /\p{L}/u;

const NO_TOKENS: readonly string[] = [];
const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** Longer text is cut before analysis: nothing that names a thing is longer, and a pasted page must not cost a second. */
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

/** The same of a text with letters beyond Latin ones, put into these; `undefined` for other text. */
export function analyseInLatin(text: string): AnalysedLabel | undefined {
  return hasLettersBeyondLatin(text) ? analyseLabel(transliterate(text)) : undefined;
}

/** The tokens of a folded form. */
export function tokensOfFolded(folded: string): readonly string[] {
  if (folded === '') return NO_TOKENS;
  const words = folded.split(' ');
  if (ASCII_ONLY.test(folded) || !hasUnspacedScript(folded)) return words;
  // Pushed, as lists from `flatMap` are of another form inside the engine, and what has been compiled for those of all other names would be thrown away.
  const tokens: string[] = [];
  for (const word of words) {
    if (isUnspaced(word)) appendAll(tokens, characterPairs(word));
    else tokens.push(word);
  }
  return tokens;
}

/**
 * An index heading as the word that is meant: "acetic acid, trichloro-" is trichloroacetic acid, "Verein, Kunst-" a Kunstverein. What stands behind the last comma
 * and ends in a hyphen is the beginning of the word before it; a year of birth ("Smith, Zadie, 1975-") is not. Any other text comes back as it is. Cost: a look at the last letter.
 */
export function undoInvertedHeading(text: string): string {
  if (!text.endsWith('-')) return text;
  const comma = text.lastIndexOf(', ');
  const beginning = text.slice(comma + 2, -1).trim();
  if (comma <= 0 || beginning.includes(' ') || !HAS_LETTER.test(beginning)) return text;
  const rest = text.slice(0, comma);
  // Numbers of places do not run into one: "1-ethoxy-2-propanol".
  return BEGINS_WITH_DIGIT.test(rest) ? `${beginning}-${rest}` : beginning + rest;
}

import { foldText } from './fold-text.js';

/*
 * Codes of single things, such as part numbers: "KX-TS108W", "LN40A550", "010-10747-03". Not numbers, dates and
 * quantities, nor words with a number attached, such as "covid19" or "Boeing-737".
 */

const RUN = /[\p{L}\p{N}]+(?:[-_/][\p{L}\p{N}]+)*/gu;
const BETWEEN = /[-_/]/g;
const DIGIT = /\p{Nd}/u;
const TWO_DIGITS = /\d.*\d/;
const THREE_DIGITS = /\d.*\d.*\d/;
const MIXED = /[a-z]\d|\d[a-z]/;
const LATIN = /^[a-z\d]+$/;
const SHORTEST = 6;
const LONGEST = 40;
/** Further codes of a text are ignored. */
const MAX_CODES = 16;
/** Letters with two vowels: a word from seven letters on, or from five in a short text. */
const WORD = /(?=[a-z]{7})[a-z]*[aeiou][a-z]*[aeiou]/;
const SHORT_WORD = /(?=[a-z]{5})[a-z]*[aeiou][a-z]*[aeiou]/;
const GOES_ON_IN_LETTERS = /\d[a-z]+$/;
const QUANTITY = /^\d+[a-z]+$|^\d+x\d+[a-z]*$/;
const WITH_YEAR = /^[a-z]{2,}(?:19|20)\d\d$/;
/** Digits, and an X as check digit (ISBN, ISSN); in one piece and in several. */
const LONG_NUMBER = /^\d{7,40}x?$/;
const LONGER_NUMBER = /^\d{7,40}[\dx]$/;
const DAY = /^(?:19|20)\d{6}$|^\d{4}[-/]\d{1,2}[-/]\d{1,2}$|^\d{1,2}[-/]\d{1,2}[-/]\d{4}$/;
const TWO_YEARS = /^([12]\d{3})[-/]([12]\d{3})$/;
const LONG_POSTCODE = /^\d{5}-\d{4}$/;

/** The codes in a text, folded in one piece → as written. Cost: a search for a digit; with one, a pass. */
export function codesIn(text: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  if (!DIGIT.test(text)) return codes;
  for (const [run] of text.matchAll(RUN)) {
    if (!DIGIT.test(run)) continue;
    const whole = run.replace(BETWEEN, '');
    const code = foldText(whole);
    if (whole === run ? isCodeInOnePiece(code) : isCodeInPieces(run.toLowerCase(), code)) codes.set(code, run);
    if (codes.size === MAX_CODES) break;
  }
  return codes;
}

/** A property value of letters and digits without spaces: shorter than a code in a name has to be, as it is alone. */
const CODE_ALONE = /^(?=\S*\p{Nd})\S{5,40}$/u;
const SHORT_QUANTITY = /^\d{1,3}[a-z]+$|^\d+x\d+[a-z]*$/;
const POSTCODE = /^(?:[a-z]\d[a-z]\d[a-z]\d|[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}|[a-z]{1,2}\d{4,5}|\d{4}[a-z]{2})$/;

/**
 * The code of letters and digits that a whole text is, folded in one piece; empty for any other text, such as a
 * telephone number or a postcode.
 */
export function codeOfText(text: string): string {
  if (!CODE_ALONE.test(text)) return '';
  const code = foldText(text).replaceAll(' ', '');
  return isMixture(code) && !SHORT_QUANTITY.test(code) && !POSTCODE.test(code) ? code : '';
}

/** Whether a folded word is a code alone. */
export function isCodeInOnePiece(word: string): boolean {
  return LONG_NUMBER.test(word) ? !DAY.test(word) : isMixedCode(word);
}

function isCodeInPieces(run: string, code: string): boolean {
  if (LONGER_NUMBER.test(code)) return !DAY.test(run) && !LONG_POSTCODE.test(run) && !areYears(run);
  return MIXED.test(run) && isMixedCode(code);
}

function areYears(run: string): boolean {
  const [, first = '', last = ''] = TWO_YEARS.exec(run) ?? [];
  return first !== '' && Number(first) <= Number(last);
}

function isMixedCode(code: string): boolean {
  if (
    code.length < SHORTEST ||
    code.length > LONGEST ||
    !isMixture(code) ||
    !TWO_DIGITS.test(code) ||
    QUANTITY.test(code)
  )
    return false;
  return !SHORT_WORD.test(code) || THREE_DIGITS.test(code) || GOES_ON_IN_LETTERS.test(code);
}

/**
 * Whether it has letters and digits, and is not a word or event with a number attached; for words of limited length.
 */
function isMixture(code: string): boolean {
  return MIXED.test(code) && LATIN.test(code) && !WORD.test(code) && !WITH_YEAR.test(code);
}

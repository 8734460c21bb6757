import { analyseLabel } from './analyse-label.js';

interface QualifierAtEnd {
  /** Words of the qualifier; 0 without one. */
  readonly words: number;
  /** In square brackets: mostly the number of a footnote. */
  readonly footnote: boolean;
}

const NO_QUALIFIER: QualifierAtEnd = { words: 0, footnote: false };
/**
 * ", 1685-1750", ", 1947-", ", 1225?-1274", ", approximately 1400-1468": years of a life or an event, as added by
 * catalogues.
 */
const YEARS_AT_END =
  /[,;]\s*((?:(?:ca?\.?|approximately|about|active|fl\.?|born|b\.?)\s*)?\d{3,4}\??\s*[-\u2010-\u2015]\s*(?:(?:ca?\.?|approximately|about)\s*)?(?:\d{3,4}\??)?)\.?$/iu;

/**
 * The qualifier at the end of a text: in round or square brackets, or years after a comma. None for a text that is all
 * brackets.
 */
export function qualifierAtEnd(text: string): QualifierAtEnd {
  const last = text.charCodeAt(text.length - 1);
  if (last === CLOSING_BRACKET || last === CLOSING_SQUARE) {
    const footnote = last === CLOSING_SQUARE;
    const open = text.lastIndexOf(footnote ? '[' : '(');
    return open <= 0 ? NO_QUALIFIER : { words: analyseLabel(text.slice(open + 1, -1)).tokens.length, footnote };
  }
  if (
    last === HYPHEN ||
    (last >= DIGIT_0 && last <= DIGIT_9) ||
    last === FULL_STOP ||
    last === QUESTION_MARK ||
    last > 0x2000
  ) {
    const years = YEARS_AT_END.exec(text)?.[1];
    if (years !== undefined) return { words: analyseLabel(years).tokens.length, footnote: false };
  }
  return NO_QUALIFIER;
}

/**
 * Start of the bracketed qualifier at the end of a text, ignoring trailing spaces; -1 without one. `opening` and
 * `closing`: all accepted brackets of any kind. Cost: the length of the qualifier.
 */
export function startOfQualifier(text: string, opening: string, closing: string): number {
  const end = text.trimEnd().length - 1;
  if (end < 0 || !closing.includes(text.charAt(end))) return -1;
  let start = -1;
  for (let i = end - 1; i >= 0 && !closing.includes(text.charAt(i)); i--)
    if (opening.includes(text.charAt(i))) start = i;
  return start;
}

const CLOSING_BRACKET = 0x29;
const CLOSING_SQUARE = 0x5d;
const HYPHEN = 0x2d;
const FULL_STOP = 0x2e;
const QUESTION_MARK = 0x3f;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

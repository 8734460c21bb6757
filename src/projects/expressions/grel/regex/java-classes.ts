/* Single signs of the Java dialect, as sources with the `v` flag. */

/** Any character: not `[^]`, whose repetitions match nothing in some releases of the engine with the `v` flag. */
export const ANY = '[\\s\\S]';
/** Any character but the end of a line. */
export const NO_BREAK = '[^\\n\\r\\u{85}\\u{2028}\\u{2029}]';
/** Before a line break, but not within one of two characters. */
const BEFORE_BREAK = '\\r\\n|(?<!\\r)\\n|[\\r\\u{85}\\u{2028}\\u{2029}]';
/** The end of the text, or before a line break that ends it. */
export const LAST_BREAK = `(?:$|(?=(?:${BEFORE_BREAK})$))`;
/** The end of any line. */
export const LINE_END = `(?:$|(?=${BEFORE_BREAK}))`;
/** The beginning of any line. */
export const LINE_START = '(?:^|(?<=[\\n\\u{85}\\u{2028}\\u{2029}]|\\r(?!\\n))(?=[\\s\\S]))';
const WORD = '[\\p{L}\\p{Nd}_]';
/** Between a word character and another one. */
export const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
/** Anywhere else. */
export const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;

/** Single letters after a backslash for a class; the capital letter for its complement. */
export const CLASSES: Readonly<Record<string, readonly [plain: string, unicode: string]>> = {
  d: ['[0-9]', '\\p{Nd}'],
  w: ['[A-Za-z0-9_]', '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]'],
  s: ['[ \\t\\n\\v\\f\\r]', '\\p{White_Space}'],
  h: [
    '[ \\t\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}]',
    '[ \\t\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}]',
  ],
  v: ['[\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}]', '[\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}]'],
};

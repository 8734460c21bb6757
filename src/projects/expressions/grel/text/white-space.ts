/** The characters with the property White_Space, for use within a class of a regular expression. Unlike `\s` they have U+0085 and not U+FEFF. */
const WHITE_SPACE = '\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const AT_START = new RegExp(`^[${WHITE_SPACE}]+`);
const IS_SPACE = new RegExp(`^[${WHITE_SPACE}]$`);
const ANY = new RegExp(`[${WHITE_SPACE}]+`, 'g');

/** Without white space at both ends. Cost: linear, also for long runs of it in the middle. */
export function trimWhiteSpace(text: string): string {
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1))) return text;
  let end = text.length;
  while (end > 0 && IS_SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(AT_START, '');
}

/** Whether a character is surely no white space, as most at the ends of texts; false for the NaN of an empty text. */
function isPlain(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** The pieces between white space, none of them empty. */
export function splitAtWhiteSpace(text: string): readonly string[] {
  return text.split(ANY).filter((piece) => piece !== '');
}

/** Without any white space. */
export function withoutWhiteSpace(text: string): string {
  return text.replace(ANY, '');
}

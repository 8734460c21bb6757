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

/** The general categories of Unicode with the names of `unicodeType`. */
const CATEGORIES: readonly (readonly [code: string, name: string])[] = [
  ['Lu', 'uppercase letter'],
  ['Ll', 'lowercase letter'],
  ['Lt', 'titlecase letter'],
  ['Lm', 'modifier letter'],
  ['Lo', 'other letter'],
  ['Mn', 'non spacing mark'],
  ['Me', 'enclosing mark'],
  ['Mc', 'combining spacing mark'],
  ['Nd', 'decimal digit number'],
  ['Nl', 'letter number'],
  ['No', 'other number'],
  ['Zs', 'space separator'],
  ['Zl', 'line separator'],
  ['Zp', 'paragraph separator'],
  ['Cc', 'control'],
  ['Cf', 'format'],
  ['Co', 'private use'],
  ['Cs', 'surrogate'],
  ['Pd', 'dash punctuation'],
  ['Ps', 'start punctuation'],
  ['Pe', 'end punctuation'],
  ['Pc', 'connector punctuation'],
  ['Po', 'other punctuation'],
  ['Sm', 'math symbol'],
  ['Sc', 'currency symbol'],
  ['Sk', 'modifier symbol'],
  ['So', 'other symbol'],
  ['Pi', 'initial quote punctuation'],
  ['Pf', 'final quote punctuation'],
];

const TESTS = CATEGORIES.map(([code, name]) => [new RegExp(`^\\p{${code}}$`, 'u'), name] as const);
const known = new Map<string, string>();

/** `lowercase letter`, `surrogate` … of one character (a code point, or half of a pair); `unassigned` for none. */
export function generalCategory(char: string): string {
  let name = known.get(char);
  if (name === undefined) {
    name = TESTS.find(([test]) => test.test(char))?.[1] ?? 'unassigned';
    if (known.size < 100_000) known.set(char, name);
  }
  return name;
}

/** The text with each code unit in lower case by itself, so that its length stays. */
export function lowerUnits(text: string): string {
  return text.replace(/[^a-z]/g, (unit) => {
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : (lower[0] ?? unit);
  });
}

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

import { lexiconByKey } from '../../../../text/lexicon.js';
import { codePoint, caseVariants, PatternFault, type Flags, type PatternScanner } from './pattern-scanner.js';

/** POSIX classes: ASCII only. */
const POSIX: Readonly<Record<string, string>> = {
  Lower: '[a-z]',
  Upper: '[A-Z]',
  ASCII: '[\\u{0}-\\u{7f}]',
  Alpha: '[A-Za-z]',
  Digit: '[0-9]',
  Alnum: '[A-Za-z0-9]',
  Punct: '[\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}]',
  Graph: '[\\u{21}-\\u{7e}]',
  Print: '[\\u{20}-\\u{7e}]',
  Blank: '[ \\t]',
  Cntrl: '[\\u{0}-\\u{1f}\\u{7f}]',
  XDigit: '[0-9A-Fa-f]',
  Space: '[ \\t\\n\\v\\f\\r]',
};

/** Tests of Java's Character class, by name. */
const METHODS: Readonly<Record<string, string>> = {
  javaLowerCase: '\\p{Lowercase}',
  javaUpperCase: '\\p{Uppercase}',
  javaTitleCase: '\\p{Lt}',
  javaAlphabetic: '\\p{Alphabetic}',
  javaIdeographic: '\\p{Ideographic}',
  javaDigit: '\\p{Nd}',
  javaLetter: '\\p{L}',
  javaLetterOrDigit: '[\\p{L}\\p{Nd}]',
  javaMirrored: '\\p{Bidi_Mirrored}',
  javaDefined: '\\P{Cn}',
  javaISOControl: '[\\u{0}-\\u{1f}\\u{7f}-\\u{9f}]',
  javaSpaceChar: '\\p{Z}',
  javaWhitespace: '[[\\t-\\r\\u{1c}-\\u{1f}\\p{Z}]--[\\u{a0}\\u{2007}\\u{202f}]]',
};

/** Binary properties that JavaScript lacks, in lower case. */
const BINARY: Readonly<Record<string, string>> = {
  letter: '\\p{L}',
  titlecase: '\\p{Lt}',
  punctuation: '\\p{P}',
  control: '\\p{Cc}',
  digit: '\\p{Nd}',
  assigned: '\\P{Cn}',
  alnum: '[\\p{Alphabetic}\\p{Nd}]',
  blank: '[\\p{Zs}\\t]',
  word: '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]',
};

/** If case is ignored, a class of one case means letters of any. */
const CASED: ReadonlySet<string> = new Set([
  'javaLowerCase',
  'javaUpperCase',
  'javaTitleCase',
  'Lu',
  'Ll',
  'Lt',
  'IsLu',
  'IsLl',
  'IsLt',
  'IsLowercase',
  'IsUppercase',
  'IsTitlecase',
]);

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

/** Whether a letter after a backslash is a class of characters. */
function isClassEscape(char: string): boolean {
  return char === 'p' || char === 'P' || CLASSES[char.toLowerCase()] !== undefined;
}

/**
 * The class of a character after a backslash (`\d`, `\p{L}` …), or undefined for a character. Throws `PatternFault`.
 */
export function classEscape(scanner: PatternScanner, char: string, flags: Flags): string | undefined {
  if (char === 'p' || char === 'P') {
    const property = propertyClass(propertyName(scanner), flags.ignoreCase);
    return char === 'p' ? property : `[^${property}]`;
  }
  const classes = CLASSES[char.toLowerCase()];
  if (classes === undefined || !/[A-Za-z]/.test(char)) return undefined;
  const source = classes[flags.unicodeClasses ? 1 : 0];
  return char === char.toLowerCase() ? source : `[^${source}]`;
}

/** The character of an escape (`\n`, `\x41`, `\u0041` …), after its backslash. Throws `PatternFault`. */
export function characterEscape(scanner: PatternScanner, char: string): string {
  const control = CONTROL_ESCAPES[char];
  if (control !== undefined) return String.fromCodePoint(control);
  switch (char) {
    case '0':
      return numbered(scanner, /^(?:[0-3][0-7]{0,2}|[0-7]{1,2})/, 8, 'Illegal octal escape sequence');
    case 'x':
      if (scanner.peek() === '{') return braced(scanner);
      return numbered(scanner, /^[0-9A-Fa-f]{2}/, 16, 'Illegal hexadecimal escape sequence');
    case 'u':
      return numbered(scanner, /^[0-9A-Fa-f]{4}/, 16, 'Illegal Unicode escape sequence');
    case 'c':
      return String.fromCodePoint((scanner.take('Illegal control escape sequence').codePointAt(0) ?? 0) ^ 64);
    default:
      if (/[A-Za-z]/.test(char))
        throw new PatternFault(`Illegal/unsupported escape sequence near index ${scanner.place - 1}`);
      return char;
  }
}

function propertyName(scanner: PatternScanner): string {
  if (scanner.peek() !== '{') return scanner.take('Unclosed character family');
  const name = scanner.textBefore('}', 1);
  if (name === undefined) throw new PatternFault('Unclosed character family');
  scanner.skipPast('}');
  return name;
}

function numbered(scanner: PatternScanner, digits: RegExp, base: number, message: string): string {
  const [found = ''] = digits.exec(scanner.chars.slice(scanner.place, scanner.place + 4).join('')) ?? [];
  if (found === '') throw new PatternFault(`${message} near index ${scanner.place}`);
  scanner.place += found.length;
  return String.fromCodePoint(Number.parseInt(found, base));
}

function braced(scanner: PatternScanner): string {
  const hex = scanner.textBefore('}', 1) ?? '';
  const code = Number.parseInt(hex, 16);
  if (!/^[0-9A-Fa-f]+$/.test(hex) || code > 0x10ffff)
    throw new PatternFault(`Illegal hexadecimal escape sequence near index ${scanner.place}`);
  scanner.skipPast('}');
  return String.fromCodePoint(code);
}

/** The class of a `\p{NAME}` in JavaScript's notation with the `v` flag. Throws `PatternFault` for an unknown name. */
function propertyClass(name: string, ignoreCase: boolean): string {
  if (ignoreCase && (name === 'Lower' || name === 'Upper')) return '[A-Za-z]';
  if (ignoreCase && CASED.has(name)) return '[\\p{Lu}\\p{Ll}\\p{Lt}]';
  const fixed = own(POSIX, name) ?? own(METHODS, name);
  if (fixed !== undefined) return fixed;
  const [, key = '', value = ''] = /^([A-Za-z_]+)=(.+)$/.exec(name) ?? [];
  switch (key.toLowerCase()) {
    case 'sc':
    case 'script':
      return existing(name, `Script=${titled(value)}`);
    case 'blk':
    case 'block':
      return block(name, value);
    case 'gc':
    case 'general_category':
      return existing(name, value);
    case '':
      break;
    default:
      throw unknown(name);
  }
  if (name.startsWith('In')) return block(name, name.slice(2));
  if (!name.startsWith('Is')) return existing(name, name);
  const plain = name.slice(2);
  return own(BINARY, plain.toLowerCase()) ?? existing(name, plain, titled(plain), `Script=${titled(plain)}`);
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** `LATIN`, `latin` and `white_space` as the names are spelled: `Latin`, `White_Space`. */
function titled(name: string): string {
  return name.replace(/[A-Za-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}

/** The first valid name. */
function existing(written: string, ...candidates: readonly string[]): string {
  const found = candidates.find((candidate) => {
    if (!/^[\w=]+$/.test(candidate)) return false;
    try {
      return new RegExp(`\\p{${candidate}}`, 'v').source !== '';
    } catch {
      return false;
    }
  });
  if (found === undefined) throw unknown(written);
  return `\\p{${found}}`;
}

function block(written: string, name: string): string {
  const key = name.toLowerCase().replace(/[ _-]/g, '');
  const range = lexiconByKey('unicode-blocks').get(key);
  if (range === undefined) throw unknown(written);
  return `[${range.map((point) => `\\u{${point}}`).join('-')}]`;
}

function unknown(name: string): PatternFault {
  return new PatternFault(`Unknown character property name {${name}}`);
}

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
const CLASSES: Readonly<Record<string, readonly [plain: string, unicode: string]>> = {
  d: ['[0-9]', '\\p{Nd}'],
  w: ['[A-Za-z0-9_]', '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]'],
  s: ['[ \\t\\n\\v\\f\\r]', '\\p{White_Space}'],
  h: [
    '[ \\t\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}]',
    '[ \\t\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}]',
  ],
  v: ['[\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}]', '[\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}]'],
};

/**
 * Characters at the beginning of a range whose other cases are searched: all of Unicode would take too long, and
 * letters with two cases are few beyond.
 */
const MAX_FOLDED_RANGE = 0x3000;

/**
 * A class of characters in JavaScript. Reads from behind the opening bracket up to and with the closing one. Parts
 * between `&&` are unions that are intersected. Throws `PatternFault`.
 */
export function translateClass(scanner: PatternScanner, flags: Flags): string {
  const start = scanner.place;
  let isNegated = false;
  if (scanner.peek() === '^') {
    isNegated = true;
    scanner.place += 1;
  }
  const parts: string[] = [];
  let union = '';
  let isEmpty = true;
  for (;;) {
    const char = scanner.take(`Unclosed character class near index ${scanner.chars.length - 1}`);
    if (char === ']' && !(isEmpty && parts.length === 0)) break;
    if (flags.comments && /[ \t\n\v\f\r]/.test(char)) continue;
    if (char === '&' && scanner.peek() === '&') {
      while (scanner.peek() === '&') scanner.place += 1;
      if (!isEmpty) parts.push(union);
      union = '';
      isEmpty = true;
      continue;
    }
    union += member(scanner, flags, char, start);
    isEmpty = false;
  }
  if (!isEmpty) parts.push(union);
  const sign = isNegated ? '^' : '';
  const [only = ''] = parts;
  return parts.length === 1 ? `[${sign}${only}]` : `[${sign}${parts.map((part) => `[${part}]`).join('&&')}]`;
}

/** The member that begins with the consumed `char`: a character, a range, or a class in the class from `start`. */
function member(scanner: PatternScanner, flags: Flags, char: string, start: number): string {
  if (char === '[') return translateClass(scanner, flags);
  let first = char;
  if (char === '\\') {
    const escaped = scanner.take(`Unclosed character class near index ${start}`);
    if (escaped === 'Q') return quotedMembers(scanner, flags);
    if (escaped === 'E') return '';
    const named = classEscape(scanner, escaped, flags);
    if (named !== undefined) return named;
    first = characterEscape(scanner, escaped);
  }
  if (scanner.peek() !== '-' || ['', ']', '['].includes(scanner.peek(1)))
    return caseVariants(first, flags).map(codePoint).join('');
  scanner.place += 1;
  let last = scanner.take();
  if (last === '\\') {
    const escaped = scanner.take(`Unclosed character class near index ${start}`);
    if (isClassEscape(escaped)) throw new PatternFault(`Illegal character range near index ${scanner.place}`);
    last = characterEscape(scanner, escaped);
  }
  return range(scanner, flags, first, last);
}

/** Up to and with `\E`, or the end. */
function quotedMembers(scanner: PatternScanner, flags: Flags): string {
  let members = '';
  while (!scanner.isAtEnd() && !(scanner.peek() === '\\' && scanner.peek(1) === 'E'))
    members += caseVariants(scanner.take(), flags).map(codePoint).join('');
  scanner.place += 2;
  return members;
}

/** A range with other cases of its characters outside of it. */
function range(scanner: PatternScanner, flags: Flags, first: string, last: string): string {
  const from = first.codePointAt(0) ?? 0;
  const to = last.codePointAt(0) ?? 0;
  if (to < from) throw new PatternFault(`Illegal character range near index ${scanner.place}`);
  const plain = `${codePoint(first)}-${codePoint(last)}`;
  if (!flags.ignoreCase) return plain;
  const end = flags.unicodeCase ? Math.min(to, from + MAX_FOLDED_RANGE) : Math.min(to, 0x7a);
  const variants = new Set<string>();
  for (let code = from; code <= end; code += 1)
    for (const variant of caseVariants(String.fromCodePoint(code), flags)) {
      const folded = variant.codePointAt(0) ?? 0;
      if (folded < from || folded > to) variants.add(codePoint(variant));
    }
  return plain + [...variants].join('');
}

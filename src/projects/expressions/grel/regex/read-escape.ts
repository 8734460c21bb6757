import { CLASSES } from './java-classes.js';
import { PatternFault } from './pattern-fault.js';
import type { Flags } from './pattern-flags.js';
import type { PatternScanner } from './pattern-scanner.js';
import { propertyClass } from './property-class.js';

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

/** Whether a letter behind a backslash stands for a class of characters. */
export function isClassEscape(char: string): boolean {
  return char === 'p' || char === 'P' || CLASSES[char.toLowerCase()] !== undefined;
}

/** The class that a character behind a backslash stands for (`\d`, `\p{L}` …), in JavaScript; undefined when it stands for a character. Throws `PatternFault`. */
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

/** The character that a character behind a backslash stands for, with what belongs to it (`\n`, `\x41`, `\u0041` …). Throws `PatternFault`. */
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

import { PatternFault, caseVariants, codePoint, type Flags, type PatternScanner } from './pattern-scanner.js';
import { characterEscape, classEscape, isClassEscape } from './read-escape.js';

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

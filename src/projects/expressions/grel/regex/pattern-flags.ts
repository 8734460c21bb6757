import { PatternFault } from './pattern-fault.js';

export interface Flags {
  readonly ignoreCase: boolean;
  /** Whether case is ignored beyond ASCII. */
  readonly unicodeCase: boolean;
  /** Whether `.` matches line breaks too. */
  readonly dotAll: boolean;
  readonly multiline: boolean;
  /** Whether space and comments in the pattern are ignored. */
  readonly comments: boolean;
  /** Whether `\w`, `\d` and `\s` are those of Unicode. */
  readonly unicodeClasses: boolean;
}

/** The flags after `(?i)` or `(?-i)`. Throws `PatternFault` for an unknown letter. */
export function withFlag(flags: Flags, letter: string, on: boolean): Flags {
  switch (letter) {
    case 'i':
      return { ...flags, ignoreCase: on };
    case 's':
      return { ...flags, dotAll: on };
    case 'm':
      return { ...flags, multiline: on };
    case 'x':
      return { ...flags, comments: on };
    case 'u':
      return { ...flags, unicodeCase: on };
    case 'U':
      return { ...flags, unicodeClasses: on, unicodeCase: on };
    case 'd':
      throw new PatternFault('the flag (?d) is not supported');
    default:
      throw new PatternFault(`Unknown inline modifier ${letter}`);
  }
}

/** The character and, if case is ignored, its other case. */
export function caseVariants(char: string, { ignoreCase, unicodeCase }: Flags): readonly string[] {
  if (!ignoreCase) return [char];
  if (!unicodeCase && !/^[A-Za-z]$/.test(char)) return [char];
  const variants = [char, char.toLowerCase(), char.toUpperCase()].filter((variant) => [...variant].length === 1);
  return [...new Set(variants)];
}

/** A character escaped for inside and outside of classes. */
export function codePoint(char: string): string {
  return /^[A-Za-z0-9]$/.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A literal character, in all its cases if case is ignored. */
export function literal(char: string, flags: Flags): string {
  const variants = caseVariants(char, flags);
  return variants.length === 1 ? codePoint(char) : `[${variants.map(codePoint).join('')}]`;
}

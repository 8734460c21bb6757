/** A pattern and a position in it. Characters are code points, as indexes in faults are. */
export class PatternScanner {
  readonly chars: readonly string[];
  place = 0;

  constructor(pattern: string) {
    this.chars = [...pattern];
  }

  isAtEnd(): boolean {
    return this.place >= this.chars.length;
  }

  /** The character `ahead` of the next one; the empty text behind the end. */
  peek(ahead = 0): string {
    return this.chars[this.place + ahead] ?? '';
  }

  /** Consumes the next character. Throws `PatternFault` at the end. */
  take(messageAtEnd = `Unclosed group near index ${this.chars.length}`): string {
    const char = this.chars[this.place];
    if (char === undefined) throw new PatternFault(messageAtEnd);
    this.place += 1;
    return char;
  }

  /** The text from the character `ahead` of the next one up to the first `close`; undefined without one. Reads nothing. */
  textBefore(close: string, ahead = 0): string | undefined {
    const end = this.chars.indexOf(close, this.place);
    return end < 0 ? undefined : this.chars.slice(this.place + ahead, end).join('');
  }

  /** Reads up to and with the first `close`, which must exist. */
  skipPast(close: string): void {
    this.place = this.chars.indexOf(close, this.place) + 1;
  }
}

/** Repetition of the part before it. */
interface Quantifier {
  /** Without the sign of a possessive one; may be empty. */
  readonly repeated: string;
  /** Whether it may match nothing. */
  readonly isOptional: boolean;
  readonly isPossessive: boolean;
}

/** Larger repetitions are no pattern for a cell. */
const MAX_REPETITION = 100_000;
const NONE: Quantifier = { repeated: '', isOptional: false, isPossessive: false };

/** The next quantifier, if any. Throws `PatternFault` for an invalid or too large repetition. */
export function readQuantifier(scanner: PatternScanner): Quantifier {
  const quantifier = readSign(scanner);
  if (quantifier === undefined) return NONE;
  const mode = scanner.peek();
  if (mode === '+' || mode === '?') scanner.place += 1;
  return {
    repeated: mode === '?' ? `${quantifier}?` : quantifier,
    isOptional: /^(?:[*?]|\{0+[,}])/.test(quantifier),
    isPossessive: mode === '+',
  };
}

function readSign(scanner: PatternScanner): string | undefined {
  const char = scanner.peek();
  if (char === '{') return readRepetition(scanner);
  if (char !== '*' && char !== '+' && char !== '?') return undefined;
  scanner.place += 1;
  return char;
}

function readRepetition(scanner: PatternScanner): string {
  const inner = scanner.textBefore('}', 1) ?? '';
  const [, least = '', comma = '', most = ''] = /^(\d+)(,?)(\d*)$/.exec(inner) ?? [];
  if (least === '' || (comma === '' && most !== ''))
    throw new PatternFault(`Illegal repetition near index ${scanner.place}`);
  if (most !== '' && Number(most) < Number(least))
    throw new PatternFault(`Illegal repetition range near index ${scanner.place}`);
  if (Number(least) > MAX_REPETITION || Number(most) > MAX_REPETITION)
    throw new PatternFault(`a repetition of more than ${MAX_REPETITION} times is not supported`);
  scanner.skipPast('}');
  return `{${inner}}`;
}

/** An invalid pattern, or one that JavaScript's expressions lack. The message fits into parentheses. */
export class PatternFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternFault';
  }
}

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

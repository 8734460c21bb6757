/*
 * Tokens of GREL. The scanner gives one token at a time, because only the parser knows whether a `/` begins a regular
 * expression or divides.
 */

type TokenKind = 'number' | 'string' | 'regex' | 'identifier' | 'operator' | 'delimiter' | 'error';

export interface Token {
  readonly kind: TokenKind;
  /** Code units from the beginning of the program. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /**
   * Its text in the program; of a string and a regular expression without the delimiters, escapes of a string resolved.
   */
  readonly text: string;
  /** Only of a number: whole for digits alone. */
  readonly number?: bigint | number;
  /** Only of a regular expression: `/…/i`. */
  readonly ignoreCase?: boolean;
}

const LETTER = /[\p{L}_]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}_]/u;
const DIGIT = /[0-9]/;
/** Java's white space: without the non-breaking spaces. */
const WHITE_SPACE = /[\t-\r\x1c-\x1f\u2028\u2029]|(?![\u00a0\u2007\u202f])\p{Zs}/u;
const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

/** Expected token: as an operand, a slash begins a regular expression; elsewhere it divides. */
export type ExpectedToken = 'operand' | 'other';

/** The token that begins at or after `from`; undefined at the end. */
export function scanToken(program: string, from: number, expected: ExpectedToken): Token | undefined {
  let start = from;
  while (start < program.length && WHITE_SPACE.test(program.charAt(start))) start += 1;
  if (start >= program.length) return undefined;
  const char = program.charAt(start);
  if (DIGIT.test(char)) return scanNumber(program, start);
  if (char === '"' || char === "'") return scanString(program, start, char);
  if (LETTER.test(char)) return scanIdentifier(program, start);
  if (char === '/' && expected === 'operand') return scanRegex(program, start);
  return scanSymbol(program, start, char);
}

function scanNumber(program: string, start: number): Token {
  let end = start;
  let whole = 0n;
  while (DIGIT.test(program.charAt(end))) {
    whole = BigInt.asIntN(64, whole * 10n + BigInt(program.charAt(end)));
    end += 1;
  }
  const mark = program.charAt(end);
  if (mark !== '.' && mark !== 'e')
    return { kind: 'number', start, end, text: program.slice(start, end), number: whole };
  let floating = Number(whole);
  let divisor = 1;
  if (mark === '.') {
    end += 1;
    while (DIGIT.test(program.charAt(end))) {
      floating = floating * 10 + Number(program.charAt(end));
      divisor *= 10;
      end += 1;
    }
  }
  // An exponent makes the number floating and is then read as a name, as in the original; the name ends the expression.
  return { kind: 'number', start, end, text: program.slice(start, end), number: floating / divisor };
}

function scanString(program: string, start: number, delimiter: string): Token {
  let text = '';
  for (let place = start + 1; place < program.length; place += 1) {
    const char = program.charAt(place);
    if (char === delimiter) return { kind: 'string', start, end: place + 1, text };
    if (char !== '\\') {
      text += char;
      continue;
    }
    place += 1;
    const escaped = program.charAt(place);
    text += ESCAPES[escaped] ?? escaped;
  }
  return errorToken(program, start, program.length);
}

function scanIdentifier(program: string, start: number): Token {
  let end = start + 1;
  while (end < program.length && LETTER_OR_DIGIT.test(program.charAt(end))) end += 1;
  return { kind: 'identifier', start, end, text: program.slice(start, end) };
}

function scanRegex(program: string, start: number): Token {
  let end = start + 1;
  while (end < program.length && program.charAt(end) !== '/') end += program.charAt(end) === '\\' ? 2 : 1;
  if (end >= program.length) return errorToken(program, start, program.length);
  const ignoreCase = program.charAt(end + 1) === 'i';
  return { kind: 'regex', start, end: end + (ignoreCase ? 2 : 1), text: program.slice(start + 1, end), ignoreCase };
}

/** Longest first. `<>` is a token of its own, but no operator of the grammar: it ends the expression. */
const OPERATORS: readonly string[] = ['<=', '>=', '==', '!=', '<>', '+', '-', '*', '/', '.', '%', '<', '>', '='];

function scanSymbol(program: string, start: number, char: string): Token {
  if ('()[],'.includes(char)) return { kind: 'delimiter', start, end: start + 1, text: char };
  const operator = OPERATORS.find((candidate) => program.startsWith(candidate, start));
  if (operator !== undefined) return { kind: 'operator', start, end: start + operator.length, text: operator };
  return errorToken(program, start, start + 1);
}

function errorToken(program: string, start: number, end: number): Token {
  return { kind: 'error', start, end, text: program.slice(start, end) };
}

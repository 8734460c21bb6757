import { ExpressionSyntaxError } from '../../expression-language.js';
import { controlFault, findControl } from './control-signatures.js';
import type { BinaryOperator, GrelNode } from './grel-ast.js';

/** Dependencies of the parser: existing functions, and validity of regular expressions. */
interface ParserContext {
  readonly hasFunction: (name: string) => boolean;
  /** The fault of a pattern; undefined without one. */
  readonly regexFault: (source: string, ignoreCase: boolean) => string | undefined;
}

export interface ParsedProgram {
  readonly root: GrelNode;
  /** End of the expression. Text after it is ignored when it runs, as always; tools may warn of it. */
  readonly end: number;
}

/** Nested parentheses, brackets and calls: far more than people write, far fewer than the stack allows. */
const MAX_NESTING = 400;
/** Code units. */
const MAX_PROGRAM_LENGTH = 1_000_000;

/**
 * Reads a program. Throws `ExpressionSyntaxError` with the offset of the token at fault (the end of the program when
 * something is missing there) and the message that clients know: `Parsing error at offset 7: Missing )`.
 *
 * Text after a complete expression is ignored: recipes in the wild have such text, and it never did anything.
 */
export function parseProgram(program: string, context: ParserContext): ParsedProgram {
  if (program.length > MAX_PROGRAM_LENGTH)
    throw new ExpressionSyntaxError(`The expression is longer than ${MAX_PROGRAM_LENGTH} characters.`);
  const parser = new Parser(program, context);
  const root = parser.expression();
  return { root, end: parser.end };
}

const COMPARISONS = ['<', '<=', '>', '>=', '==', '!=', '='] as const;
const SUMS = ['+', '-'] as const;
const PRODUCTS = ['*', '/', '%'] as const;

class Parser {
  readonly #program: string;
  readonly #context: ParserContext;
  #token: Token | undefined;
  #position = 0;
  #lastEnd = 0;
  #nesting = 0;

  constructor(program: string, context: ParserContext) {
    this.#program = program;
    this.#context = context;
    this.#next('operand');
  }

  /** End of the last token of the expression. */
  get end(): number {
    return this.#lastEnd;
  }

  expression(): GrelNode {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) throw this.#fault('The expression is nested too deeply');
    const node = this.#chain(COMPARISONS, () => this.#sum());
    this.#nesting -= 1;
    return node;
  }

  #sum(): GrelNode {
    return this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#factor()));
  }

  /** Operands of the next level with operators of this one between them, grouped from the left. */
  #chain(operators: readonly BinaryOperator[], operand: () => GrelNode): GrelNode {
    let left = operand();
    for (;;) {
      const operator =
        this.#token?.kind === 'operator' ? operators.find((candidate) => candidate === this.#token?.text) : undefined;
      if (operator === undefined) return left;
      this.#next('operand');
      left = { kind: 'operator', operator, left, right: operand() };
    }
  }

  #factor(): GrelNode {
    let node = this.#primary();
    for (;;) {
      const token = this.#token;
      if (token?.kind === 'error') throw this.#fault(`Unknown function or control named${token.text}`);
      if (this.#isAt('operator', '.')) node = this.#member(node);
      else if (this.#isAt('delimiter', '[')) {
        this.#next('operand');
        node = { kind: 'call', name: 'get', args: [node, ...this.#list(']')], style: 'index' };
      } else return node;
    }
  }

  /** After a point: a field, or a function with the object as its first argument. */
  #member(object: GrelNode): GrelNode {
    this.#next('other');
    const token = this.#token;
    if (token?.kind !== 'identifier') throw this.#fault('Missing function name');
    this.#next('other');
    if (!this.#isAt('delimiter', '(')) return { kind: 'field', object, name: token.text };
    this.#next('operand');
    if (!this.#context.hasFunction(token.text)) throw this.#fault(`Unknown function ${token.text}`);
    return { kind: 'call', name: token.text, args: [object, ...this.#list(')')], style: 'method' };
  }

  #primary(): GrelNode {
    const token = this.#token;
    if (token === undefined) throw this.#fault('Expecting something more at end of expression');
    switch (token.kind) {
      case 'string':
        this.#next('other');
        return { kind: 'literal', value: token.text };
      case 'number':
        this.#next('other');
        return numberNode(token, '');
      case 'regex':
        return this.#regex(token);
      case 'identifier':
        return this.#named(token);
      case 'operator':
        if (token.text === '-') return this.#negativeNumber();
        break;
      case 'delimiter':
        if (token.text === '(') return this.#parenthesized();
        if (token.text === '[') {
          this.#next('operand');
          return { kind: 'array', elements: this.#list(']') };
        }
        break;
      case 'error':
        break;
    }
    throw this.#fault('Missing number, string, identifier, regex, or parenthesized expression');
  }

  #regex({ text, ignoreCase = false }: Token): GrelNode {
    const fault = this.#context.regexFault(text, ignoreCase);
    if (fault !== undefined) throw this.#fault(`Bad regular expression (${fault})`);
    this.#next('other');
    return { kind: 'regex', source: text, ignoreCase };
  }

  #negativeNumber(): GrelNode {
    this.#next('operand');
    const token = this.#token;
    if (token?.kind !== 'number') throw this.#fault('Bad negative number');
    this.#next('other');
    return numberNode(token, '-');
  }

  #parenthesized(): GrelNode {
    this.#next('operand');
    const node = this.expression();
    if (!this.#isAt('delimiter', ')')) throw this.#fault('Missing )');
    this.#next('other');
    return node;
  }

  #named({ text: name }: Token): GrelNode {
    this.#next('other');
    if (!this.#isAt('delimiter', '('))
      return name === 'null' ? { kind: 'literal', value: null } : { kind: 'variable', name };
    if (name === 'PI') {
      // `PI()` has always been read as `PI` and a stray parenthesis, which ends the expression.
      this.#next('other');
      return { kind: 'variable', name };
    }
    const control = findControl(name);
    if (control === undefined && !this.#context.hasFunction(name))
      throw this.#fault(`Unknown function or control named ${name}`);
    this.#next('operand');
    const args = this.#list(')');
    if (control === undefined) return { kind: 'call', name, args, style: 'plain' };
    const fault = controlFault(control, args);
    if (fault !== undefined) throw this.#fault(fault);
    return { kind: 'control', name, args };
  }

  #list(closing: ')' | ']'): readonly GrelNode[] {
    const elements: GrelNode[] = [];
    if (this.#token !== undefined && !this.#isAt('delimiter', closing)) {
      for (;;) {
        elements.push(this.expression());
        if (!this.#isAt('delimiter', ',')) break;
        this.#next('operand');
        if (this.#token === undefined) break;
      }
    }
    if (!this.#isAt('delimiter', closing)) throw this.#fault(`Missing ${closing}`);
    this.#next('other');
    return elements;
  }

  #isAt(kind: Token['kind'], text: string): boolean {
    return this.#token?.kind === kind && this.#token.text === text;
  }

  #next(expected: ExpectedToken): void {
    this.#lastEnd = this.#token?.end ?? this.#lastEnd;
    this.#token = scanToken(this.#program, this.#position, expected);
    this.#position = this.#token?.end ?? this.#program.length;
  }

  #fault(text: string): ExpressionSyntaxError {
    const offset = this.#token?.start ?? this.#program.length;
    return new ExpressionSyntaxError(`Parsing error at offset ${offset}: ${text}`, offset);
  }
}

/** A floating number keeps a point in its source even where only a stray exponent made it floating (`1e5`). */
function numberNode({ number = 0n, text }: Token, sign: '' | '-'): GrelNode {
  if (typeof number === 'bigint')
    return { kind: 'literal', value: sign === '-' ? BigInt.asIntN(64, -number) : number, source: `${sign}${text}` };
  return {
    kind: 'literal',
    value: sign === '-' ? -number : number,
    source: `${sign}${text.includes('.') ? text : `${text}.`}`,
  };
}

/*
 * Tokens of GREL. The scanner gives one token at a time, because only the parser knows whether a `/` begins a regular
 * expression or divides.
 */

type TokenKind = 'number' | 'string' | 'regex' | 'identifier' | 'operator' | 'delimiter' | 'error';

interface Token {
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
type ExpectedToken = 'operand' | 'other';

/** The token that begins at or after `from`; undefined at the end. */
function scanToken(program: string, from: number, expected: ExpectedToken): Token | undefined {
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

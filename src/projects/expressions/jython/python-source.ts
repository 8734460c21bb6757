import { ExpressionSyntaxError } from '../expression-language.js';
import { characterNamed } from './character-names.js';

/*
 * A program as its interpreter takes it: the body of a function, as in OpenRefine, so that line numbers count one hidden first line;
 * and the one notation of Python 2 that the interpreter does not read, rewritten.
 */

const HEAD = 'def __program__(value, cell, cells, row, rowIndex, value1, value2):\n';
const INDENT = '  ';

/** The program as a Python function `__program__`. Every line is indented, those inside long texts too. */
export function pythonFunction(program: string): string {
  const lines = withPlainEscapes(program).split(/\r\n|\r|\n/);
  return `${HEAD}${lines.map((line) => `${INDENT}${line}`).join('\n')}\n`;
}

/** The offset in the program of a place in the function, lines from 1 and columns from 0; undefined for a place outside of it. */
export function programOffset(program: string, line: number, column: number): number | undefined {
  const starts = [0];
  for (const { index, 0: ending } of program.matchAll(/\r\n|\r|\n/g)) starts.push(index + ending.length);
  const start = starts[line - 2];
  if (start === undefined) return undefined;
  const end = (starts[line - 1] ?? program.length + 1) - 1;
  return Math.min(start + Math.max(0, column - INDENT.length), Math.max(start, end));
}

/** Comments, and texts of every kind with their prefix, from left to right. */
const PIECE = /#[^\r\n]*|(?<![A-Za-z0-9_])([uUbBrR]{0,2})("""|'''|"|')/g;

/**
 * `ur"…"` as `u"…"` with the backslashes doubled, except those of `\uXXXX`, which such texts do read; octal escapes as hexadecimal ones, and
 * characters by name by their number.
 * Throws `ExpressionSyntaxError` for a name that no character has.
 */
function withPlainEscapes(program: string): string {
  let result = '';
  let done = 0;
  PIECE.lastIndex = 0;
  for (let found = PIECE.exec(program); found !== null; found = PIECE.exec(program)) {
    const [piece, prefix = '', quote] = found;
    if (quote === undefined) continue;
    const bodyStart = found.index + piece.length;
    const end = textEnd(program, bodyStart, quote);
    if (/^ur$/i.test(prefix)) {
      result +=
        program.slice(done, found.index) +
        `u${quote}` +
        escaped(program.slice(bodyStart, end)) +
        program.slice(end, end + quote.length);
      done = end + quote.length;
    } else if (!/r/i.test(prefix)) {
      result +=
        program.slice(done, bodyStart) + withoutOctal(program.slice(bodyStart, end), bodyStart, /u/i.test(prefix));
      done = end;
    }
    PIECE.lastIndex = end + quote.length;
  }
  return result + program.slice(done);
}

/** Where the closing quotes begin; the end of the program where there are none. */
function textEnd(program: string, start: number, quote: string): number {
  for (let i = start; i < program.length; i++) {
    if (program[i] === '\\') i++;
    else if (program.startsWith(quote, i)) return i;
    else if (quote.length === 1 && /[\r\n]/.test(program[i] ?? '')) return i;
  }
  return program.length;
}

function withoutOctal(body: string, start: number, unicode: boolean): string {
  return body.replace(
    /\\(?:([0-7]{1,3})|N\{([^}]*)\}|[\s\S])/g,
    (all, octal: string | undefined, named: string | undefined, at: number) => {
      if (named !== undefined && unicode) {
        const char = characterNamed(named);
        if (char === '')
          throw new ExpressionSyntaxError(`SyntaxError: no character has the name "${named}"`, start + at);
        return `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
      }
      return octal === undefined ? all : `\\x${(parseInt(octal, 8) & 0xff).toString(16).padStart(2, '0')}`;
    },
  );
}

function escaped(body: string): string {
  return body.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|["'])?/g, (all, next: string | undefined) => {
    if (next === undefined) return '\\\\';
    return next === '"' || next === "'" ? `\\\\\\${next}` : all;
  });
}

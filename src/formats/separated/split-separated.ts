import { faultSaying } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { RowSigns, splitRows, type CellReader, type ReadCell } from '../delimited/split-rows.js';

/*
 * Text whose cells are separated by a character or a word, for projects: every row is kept whatever its length, and
 * misplaced quotation marks are text, so that the same file gives the same table as in other programs.
 */

export interface SeparatedDialect {
  readonly separator: string;
  /** One character; undefined: quotation marks are text. */
  readonly quote: string | undefined;
  /** Whether `\t`, `\n`, `\r` and `\\` are escapes. */
  readonly unescapes: boolean;
  /** Whether a misplaced quotation mark is an error; otherwise it is text. */
  readonly isStrict: boolean;
  readonly maxCellLength: number;
}

/** Takes one row; false ends reading. The array is not reused. */
export type TakeRow = (cells: string[]) => boolean;

const LINE_FEED = 10;
const RETURN = 13;

/**
 * Calls `take` for every line that is not empty, in order. LF, CR LF and CR each end a line; a quoted cell may span
 * lines, joined by LF; a cell with text after its closing quote is kept as written, with its quotation marks. Throws a
 * RangeError with the line of a cell that is too long, and a SyntaxError for a misplaced quotation mark if strict.
 */
export function splitSeparated(pieces: Iterable<string>, dialect: SeparatedDialect, take: TakeRow): void {
  const { separator, quote, unescapes, isStrict, maxCellLength } = dialect;
  const signs = new RowSigns(separator, quote, 'any');
  let text = '';
  let isLast = false;
  const finished = (cell: string): string => (unescapes ? unescaped(cell) : cell);

  function cellAt(start: number, cell: number, line: number): ReadCell | undefined {
    let value = '';
    let at = start;
    const isOpened = quote !== undefined && text.startsWith(quote, start);
    if (isOpened) {
      const closed = quotedText(text, at + 1, quote);
      at = closed?.end ?? text.length;
      if (at - start > maxCellLength + 2)
        throw tooLong(maxCellLength, line, 'Perhaps its closing quotation mark is missing.');
      if (at >= text.length && !isLast) return undefined;
      // An unclosed quotation mark takes the rest.
      value = withLineFeeds(closed?.value ?? text.slice(start + 1).replaceAll(quote + quote, quote));
    }
    const stop = signs.endOfPlainCell(text, at);
    if (stop < 0 && !isLast) {
      if (text.length - at > maxCellLength) throw tooLong(maxCellLength, line);
      return undefined;
    }
    const end = stop < 0 ? text.length : stop;
    // White space between the closing quotation mark and the separator is ignored.
    const rest = text.slice(at, end);
    if (isStrict && (isOpened ? rest.trim() !== '' : quote !== undefined && rest.includes(quote)))
      throw faultSaying(
        SyntaxError,
        sentence('Line {line} has a misplaced quotation mark in cell {cell}.', { line, cell }),
      );
    if (value.length + rest.length > maxCellLength) throw tooLong(maxCellLength, line);
    const whole = !isOpened ? rest : rest.trim() === '' ? value : withLineFeeds(text.slice(start, end));
    return { value: finished(whole), end, lines: isOpened ? countLineEnds(text, start, at) : 0 };
  }

  const reader: CellReader = {
    begin: (...begun) => ([text, isLast] = begun),
    cellAt,
    plainCells: (cells, characters, line) => {
      if (characters > maxCellLength && cells.some((cell) => cell.length > maxCellLength))
        throw tooLong(maxCellLength, line);
      return unescapes ? cells.map(unescaped) : cells;
    },
    refuseOpenLine: (open, start, line) => {
      if (open.length - start > maxCellLength && !open.includes(separator, open.length - maxCellLength))
        throw tooLong(maxCellLength, line);
    },
  };
  splitRows(pieces, signs, reader, take);
}

/**
 * From after the opening quote: the text with single quotes for doubled ones, and the position after the closing one.
 * Undefined when it is not closed here.
 */
function quotedText(
  text: string,
  from: number,
  quote: string,
): { readonly value: string; readonly end: number } | undefined {
  let value = '';
  let start = from;
  for (;;) {
    const mark = text.indexOf(quote, start);
    if (mark < 0) return undefined;
    value += text.slice(start, mark);
    if (!text.startsWith(quote, mark + 1)) return { value, end: mark + 1 };
    value += quote;
    start = mark + 2;
  }
}

const ESCAPE = /\\([tnr\\])/g;
const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

function unescaped(cell: string): string {
  return cell.includes('\\') ? cell.replace(ESCAPE, (whole, letter: string) => ESCAPED[letter] ?? whole) : cell;
}

/** Line ends within a cell are LF, whatever system wrote the file. */
function withLineFeeds(cell: string): string {
  return cell.includes('\r') ? cell.replace(/\r\n/g, '\n') : cell;
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) count += 1;
  }
  return count;
}

function tooLong(maxCellLength: number, line: number, reason = ''): RangeError {
  return new RangeError(
    `The cell that begins on line ${line} is longer than ${maxCellLength} characters.${reason === '' ? '' : ` ${reason}`}`,
  );
}

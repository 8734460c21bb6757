import { faultSaying } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
/*
 * Text whose cells are separated by a character or a word, for uploads: every row is kept whatever its length, and
 * misplaced quotation marks are text. Unlike formats/delimited, which reports faults to the makers of a dataset, it
 * follows the rules of other programs, so that the same file gives the same table.
 *
 * Lines without a quotation mark are cut by one `split`; only lines with one go through the slow path.
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

/**
 * Calls `take` for every line that is not empty, in order. LF, CR LF and CR each end a line; a quoted cell may span
 * lines, joined by LF; a cell with text after its closing quote is kept as written, with its quotation marks. Throws a
 * RangeError with the line of a cell that is too long, and a SyntaxError for a misplaced quotation mark if strict.
 * Memory: one piece, or the longest row.
 */
export function splitSeparated(pieces: Iterable<string>, dialect: SeparatedDialect, take: TakeRow): void {
  const iterator = pieces[Symbol.iterator]();
  let text = '';
  let line = 1;
  let isAtEnd = false;
  try {
    while (!isAtEnd) {
      // Twice as much each time nothing was consumed, so that a huge cell costs linear time.
      let added = '';
      do {
        const next = iterator.next();
        if (next.done === true) isAtEnd = true;
        else added += next.value;
      } while (!isAtEnd && added.length < text.length);
      text += added;
      const consumed = splitText(text, dialect, isAtEnd, line, take);
      if (consumed === 'stopped') return;
      text = text.slice(consumed.position);
      line = consumed.line;
    }
  } finally {
    iterator.return?.();
  }
}

interface Consumed {
  readonly position: number;
  readonly line: number;
}

const LINE_FEED = 10;
const RETURN = 13;

function splitText(
  text: string,
  dialect: SeparatedDialect,
  isAtEnd: boolean,
  firstLine: number,
  take: TakeRow,
): Consumed | 'stopped' {
  const { separator, quote, unescapes, maxCellLength } = dialect;
  let position = 0;
  let line = firstLine;
  let nextQuote = quote === undefined ? Infinity : indexFrom(text, quote, 0);
  let nextFeed = indexFrom(text, '\n', 0);
  let nextReturn = indexFrom(text, '\r', 0);
  while (position < text.length) {
    if (nextFeed < position) nextFeed = indexFrom(text, '\n', position);
    if (nextReturn < position) nextReturn = indexFrom(text, '\r', position);
    let end = Math.min(nextFeed, nextReturn);
    // A final carriage return may be half of a line end.
    if (!isAtEnd && end >= text.length - 1 && text.charCodeAt(end) !== LINE_FEED) end = Infinity;
    if (nextQuote < position && quote !== undefined) nextQuote = indexFrom(text, quote, position);
    if (nextQuote < Math.min(end, text.length)) {
      const row = splitQuotedRow(text, position, dialect, isAtEnd, line);
      if (row === undefined) break;
      if (!take(row.cells)) return 'stopped';
      position = row.position;
      line += row.lines;
      continue;
    }
    if (end === Infinity) {
      if (!isAtEnd) {
        if (text.length - position > maxCellLength && !text.includes(separator, text.length - maxCellLength))
          throw tooLong(maxCellLength, line);
        break;
      }
      end = text.length;
    }
    if (end > position) {
      const cells = text.slice(position, end).split(separator);
      if (end - position > maxCellLength && cells.some((cell) => cell.length > maxCellLength))
        throw tooLong(maxCellLength, line);
      if (!take(unescapes ? cells.map(unescaped) : cells)) return 'stopped';
    }
    position = end + (text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === LINE_FEED ? 2 : 1);
    line += 1;
  }
  return { position: Math.min(position, text.length), line };
}

interface QuotedRow extends Consumed {
  readonly cells: string[];
  readonly lines: number;
}

/** The row at `start`; undefined when its end is not in the text yet. */
function splitQuotedRow(
  text: string,
  start: number,
  dialect: SeparatedDialect,
  isAtEnd: boolean,
  line: number,
): QuotedRow | undefined {
  const { separator, quote = '', unescapes, isStrict, maxCellLength } = dialect;
  const cells: string[] = [];
  let at = start;
  let lines = 1;
  for (;;) {
    let value = '';
    const cellStart = at;
    if (text.startsWith(quote, at)) {
      const closed = quotedText(text, at + 1, quote);
      const length = (closed?.end ?? text.length) - at;
      if (length > maxCellLength + 2)
        throw tooLong(maxCellLength, line, 'Perhaps its closing quotation mark is missing.');
      if (closed === undefined && !isAtEnd) return undefined;
      // An unclosed quotation mark takes the rest.
      const end = closed?.end ?? text.length;
      value = withLineFeeds(closed?.value ?? text.slice(at + 1).replaceAll(quote + quote, quote));
      lines += countLineEnds(text, at, end);
      at = end;
      if (at >= text.length && !isAtEnd) return undefined;
    }
    const stop = endOfPlain(text, at, separator);
    if (stop < 0 && !isAtEnd) {
      if (text.length - at > maxCellLength) throw tooLong(maxCellLength, line);
      return undefined;
    }
    const end = stop < 0 ? text.length : stop;
    // White space between the closing quotation mark and the separator is ignored.
    const rest = text.slice(at, end);
    if (isStrict && at > cellStart ? rest.trim() !== '' : isStrict && rest.includes(quote))
      throw faultSaying(
        SyntaxError,
        sentence('Line {line} has a misplaced quotation mark in cell {cell}.', {
          line,
          cell: cells.length + 1,
        }),
      );
    if (value.length + rest.length > maxCellLength) throw tooLong(maxCellLength, line);
    const isQuoted = at > cellStart && rest.trim() === '';
    cells.push(
      finished(isQuoted ? value : at > cellStart ? withLineFeeds(text.slice(cellStart, end)) : rest, unescapes),
    );
    at = end;
    if (end < text.length && text.startsWith(separator, end)) {
      at += separator.length;
      if (at >= text.length && !isAtEnd) return undefined;
      continue;
    }
    if (text.charCodeAt(at) === RETURN) {
      if (at + 1 >= text.length && !isAtEnd) return undefined;
      if (text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    }
    return { cells, position: Math.min(at + 1, text.length), line, lines };
  }
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

function endOfPlain(text: string, from: number, separator: string): number {
  const first = separator.charCodeAt(0);
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === RETURN) return at;
    if (code === first && (separator.length === 1 || text.startsWith(separator, at))) return at;
  }
  return -1;
}

function indexFrom(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? Infinity : found;
}

const ESCAPE = /\\([tnr\\])/g;
const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

function unescaped(cell: string): string {
  return cell.includes('\\') ? cell.replace(ESCAPE, (whole, letter: string) => ESCAPED[letter] ?? whole) : cell;
}

function finished(cell: string, unescapes: boolean): string {
  return unescapes ? unescaped(cell) : cell;
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

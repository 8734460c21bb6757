import type { ReportFault } from '../raw-record.js';
import { refuseLongRecord } from '../record-too-long.js';

/*
 * Delimited text → cells. Own code, because no available parser both continues on the line after an unclosed quote
 * (they take the rest of the file as one cell, or stop) and reads a hundred megabytes in about a second. A test
 * compares it with csv-parse on well-formed text.
 *
 * Lines without a quote are cut in one pass over their characters; only lines with one go through the slow path.
 */

export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
  /** `\n` also accepts `\r\n`. */
  readonly lineBreak: '\n' | '\r';
}

const LINE_FEED = 10;
const RETURN = 13;
/** A quoted cell with more line breaks counts as an unclosed quote. */
const MAX_LINES_IN_CELL = 2000;

/** One row; `line` is its first 1-based line; `isOpen`: the text ends with it, without a line break. */
type VisitRow = (cells: string[], line: number, isOpen: boolean) => void;

/**
 * Calls `visit` for every row that is not blank, in order. Faulty quotes are reported, and their row is read as far as
 * possible.
 */
export function splitDelimited(chunks: Iterable<string>, dialect: Dialect, visit: VisitRow, report: ReportFault): void {
  const iterator = chunks[Symbol.iterator]();
  let text = '';
  let line = 1;
  let isLast = false;
  const search: UnclosedSearch = { read: 0, wasted: 0 };
  while (!isLast) {
    // Twice as much each time nothing was consumed, so that a huge cell costs linear time.
    let added = '';
    do {
      const next = iterator.next();
      if (next.done === true) isLast = true;
      else added += next.value;
    } while (!isLast && added.length < text.length);
    text += added;
    search.read += added.length;
    const consumed = splitPart(
      { text, isLast, dialect, breakFrom: 0, breakAt: -1, openFrom: 0, openTo: -1, openLineEnd: -1, search },
      line,
      { visit, report },
    );
    text = text.slice(consumed.position);
    line = consumed.line;
    refuseLongRecord(text.length, line);
  }
}

/**
 * A text from the beginning of a row, with earlier search results: repeated searches would cost the square of its
 * length.
 */
interface TextPart {
  readonly text: string;
  /** Whether the end of the text is the end of the file. */
  readonly isLast: boolean;
  readonly dialect: Dialect;
  /** The first line break (or the end of the text) after `breakFrom` is at `breakAt`. */
  breakFrom: number;
  breakAt: number;
  /** No run of quotes between these closes a cell opened after `openFrom` and before `openLineEnd`. */
  openFrom: number;
  openTo: number;
  openLineEnd: number;
  readonly search: UnclosedSearch;
}

interface UnclosedSearch {
  read: number;
  wasted: number;
}

/**
 * With so many more characters searched in vain than read, a cell that is not closed on its line counts as unclosed.
 */
const MAX_WASTED = { characters: 1_000_000, times: 8 } as const;

interface Place {
  readonly position: number;
  /** 1-based, in the file. */
  readonly line: number;
}

interface RowListener {
  readonly visit: VisitRow;
  readonly report: ReportFault;
}

/** Splits the complete rows of the part; returns the position after them. */
function splitPart(part: TextPart, firstLine: number, { visit, report }: RowListener): Place {
  const { text, isLast, dialect } = part;
  const [delimiter, quote, lineBreak] = [
    dialect.delimiter.charCodeAt(0),
    dialect.quote.charCodeAt(0),
    dialect.lineBreak.charCodeAt(0),
  ];
  const { length } = text;
  let position = 0;
  let line = firstLine;
  while (position < length) {
    const cells: string[] = [];
    let cell = position;
    let at = position;
    let isPlain = true;
    // Looking at each character once costs less than a search for each of the three: most cells are short.
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter) {
        cells.push(text.slice(cell, at));
        cell = at + 1;
      } else if (code === lineBreak) {
        break;
      } else if (code === quote) {
        isPlain = false;
        break;
      }
    }
    if (isPlain) {
      if (at === length && !isLast) break;
      const end = lineBreak === LINE_FEED && at > position && text.charCodeAt(at - 1) === RETURN ? at - 1 : at;
      if (end > position) {
        cells.push(text.slice(cell, end));
        visit(cells, line, at === length);
      }
      position = at + 1;
      line++;
      continue;
    }
    const quoted = splitQuotedRow(part, { position, line }, report);
    if (quoted === undefined) break;
    visit(quoted.cells, line, isLast && quoted.position >= length && text.charCodeAt(length - 1) !== lineBreak);
    position = quoted.position;
    line += quoted.lines;
  }
  return { position, line };
}

interface QuotedRow {
  readonly cells: string[];
  readonly position: number;
  /** Line breaks of the row, including its end. */
  readonly lines: number;
}

/** The row at this position; `undefined` when its end is not in the text yet. */
function splitQuotedRow(part: TextPart, { position, line }: Place, report: ReportFault): QuotedRow | undefined {
  const { text, isLast } = part;
  const { delimiter, quote, lineBreak } = part.dialect;
  const cells: string[] = [];
  const faults: Parameters<ReportFault>[0][] = [];
  let at = position;
  let lines = 0;
  for (;;) {
    const quotedAt = skipBlanks(text, at, delimiter);
    const cell = text.startsWith(quote, quotedAt) ? quotedCell(part, quotedAt) : undefined;
    if (cell === 'incomplete') return undefined;
    if (cell !== undefined && cell.closed) {
      cells.push(cell.value);
      lines += cell.lines;
      at = cell.end;
      if (cell.stray) {
        faults.push({
          kind: 'stray-quote',
          line: line + lines,
          message: `A quotation mark inside cell ${cells.length} is not doubled; it was kept as part of the text.`,
          rejected: false,
        });
      }
    } else {
      const end = endOfPlainCell(text, at, delimiter, lineBreak);
      if (end < 0 && !isLast) return undefined;
      const stop = end < 0 ? text.length : end;
      // An unclosed opening quotation mark is dropped; any other mark is text.
      cells.push(withoutReturn(text.slice(cell === undefined ? at : quotedAt + 1, stop), lineBreak));
      if (cell !== undefined) {
        faults.push({
          kind: 'unclosed-quote',
          line: line + lines,
          message: `The quotation mark that opens cell ${cells.length} is never closed; the cell was taken to end with its line.`,
          rejected: false,
        });
      }
      at = stop;
    }
    if (at < text.length && text.startsWith(delimiter, at)) {
      at += delimiter.length;
      continue;
    }
    if (at >= text.length && !isLast) return undefined;
    if (lineBreak === '\n' && text[at] === '\r') at++;
    faults.forEach(report);
    return { cells, position: Math.min(at + 1, text.length), lines: lines + 1 };
  }
}

interface QuotedCell {
  readonly closed: boolean;
  readonly value: string;
  /** After the closing quote and blanks. */
  readonly end: number;
  readonly lines: number;
  readonly stray: boolean;
}

const UNCLOSED: QuotedCell = { closed: false, value: '', end: 0, lines: 0, stray: false };

function quotedCell(part: TextPart, start: number): QuotedCell | 'incomplete' {
  const { text, isLast, dialect } = part;
  const { delimiter, quote, lineBreak } = dialect;
  // A cell of the same line was already searched for its end, and both share all later runs of quotes.
  const isKnownOpen = start > part.openFrom && start < part.openTo && start < part.openLineEnd;
  const mostLines =
    part.search.wasted > MAX_WASTED.characters + MAX_WASTED.times * part.search.read ? 0 : MAX_LINES_IN_CELL;
  let ownRun = start + 1;
  while (isKnownOpen && text[ownRun] === quote) ownRun++;
  let value = '';
  let from = start + 1;
  let lines = 0;
  let stray = false;
  for (;;) {
    if (isKnownOpen && from > ownRun) return UNCLOSED;
    const mark = text.indexOf(quote, from);
    const end = mark < 0 ? text.length : mark;
    for (let at = nextBreak(part, from); at < end && lines <= mostLines; at = nextBreak(part, at + 1)) lines++;
    if (lines > mostLines) return unclosed(part, start, end);
    if (mark < 0) return isLast ? unclosed(part, start, text.length) : 'incomplete';
    if (mark + 1 >= text.length && !isLast) return 'incomplete';
    if (text[mark + 1] === quote) {
      value += text.slice(from, mark + 1);
      from = mark + 2;
      continue;
    }
    const after = skipBlanks(text, mark + 1, delimiter);
    // A final carriage return may be half of a line break.
    if (!isLast && (after >= text.length || (lineBreak === '\n' && text[after] === '\r' && after + 1 >= text.length)))
      return 'incomplete';
    if (
      after >= text.length ||
      text.startsWith(delimiter, after) ||
      text[after] === lineBreak ||
      (text[after] === '\r' && (text[after + 1] === '\n' || after + 1 >= text.length))
    ) {
      return { closed: true, value: value + text.slice(from, mark), end: after, lines, stray };
    }
    // A mark followed by more text: within one line it should have been doubled, over several lines the opening mark
    // was wrong.
    if (lines > 0) return unclosed(part, start, mark);
    stray = true;
    value += text.slice(from, mark + 1);
    from = mark + 1;
  }
}

/** Records that nothing up to `end` closes a cell opened at `start` or later on the same line. */
function unclosed(part: TextPart, start: number, end: number): QuotedCell {
  part.openFrom = start;
  part.openTo = end;
  part.openLineEnd = nextBreak(part, start);
  part.search.wasted += end - start;
  return UNCLOSED;
}

/** Position of the first line break from `from` on; the length of the text without one. */
function nextBreak(part: TextPart, from: number): number {
  if (from < part.breakFrom || from > part.breakAt) {
    const at = part.text.indexOf(part.dialect.lineBreak, from);
    part.breakFrom = from;
    part.breakAt = at < 0 ? part.text.length : at;
  }
  return part.breakAt;
}

function skipBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at++;
  return at;
}

function endOfPlainCell(text: string, from: number, delimiter: string, lineBreak: string): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === lineBreak || text[i] === delimiter) return i;
  }
  return -1;
}

function withoutReturn(cell: string, lineBreak: string): string {
  return lineBreak === '\n' && cell.endsWith('\r') ? cell.slice(0, -1) : cell;
}

const PIECE_LENGTH = 1 << 14;

/** A text piece by piece while more is needed: a few hundred records are far less than the head of a file. */
export function* piecesWhile(text: string, needsMore: () => boolean): Generator<string> {
  for (let at = 0; at < text.length && needsMore(); at += PIECE_LENGTH) yield text.slice(at, at + PIECE_LENGTH);
}

import type { ReportFault } from '../raw-record.js';
import { refuseLongRecord } from '../record-too-long.js';
import { RowSigns, splitRows, type CellReader, type ReadCell, type TakeRow } from './split-rows.js';

/*
 * Delimited text of a dataset. Faulty quotation marks are reported, and their row is read as far as possible. Own code,
 * because no available parser both continues on the line after an unclosed quote (they take the rest of the file as one
 * cell, or stop) and reads a hundred megabytes in about a second. A test compares it with csv-parse on well-formed text.
 */

export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
  /** `\n` also accepts `\r\n`. */
  readonly lineBreak: '\n' | '\r';
}

/** A quoted cell with more line breaks counts as an unclosed quote. */
const MAX_LINES_IN_CELL = 2000;
/**
 * With so many more characters searched in vain than read, a cell that is not closed on its line counts as unclosed.
 */
const MAX_WASTED = { characters: 1_000_000, times: 8 } as const;

/** Calls `visit` for every row that is not blank, in order. */
export function splitDelimited(chunks: Iterable<string>, dialect: Dialect, visit: TakeRow, report: ReportFault): void {
  const signs = new RowSigns(dialect.delimiter, dialect.quote, dialect.lineBreak);
  splitRows(chunks, signs, new LenientCells(dialect, signs, report), visit);
}

type Unclosed = 'unclosed';

/**
 * Cells with faulty quotation marks: a mark that is not doubled is text, and an unclosed cell ends with its line. Keeps
 * the results of searches: repeated ones would cost the square of the length.
 */
class LenientCells implements CellReader {
  readonly #dialect: Dialect;
  readonly #signs: RowSigns;
  readonly #report: ReportFault;
  #text = '';
  #isLast = false;
  /** Faults of a row that may have to be read again. */
  #faults: Parameters<ReportFault>[0][] = [];
  /** The first line break (or the end of the text) after `from` is at `at`. */
  #break = { from: 0, at: -1 };
  /** No run of quotes between these closes a cell opened after `from` and before `lineEnd`. */
  #open = { from: 0, to: -1, lineEnd: -1 };
  /** Characters read, and searched in vain. */
  #read = 0;
  #wasted = 0;
  /** Characters of the text that were there before. */
  #rest = 0;

  constructor(dialect: Dialect, signs: RowSigns, report: ReportFault) {
    this.#dialect = dialect;
    this.#signs = signs;
    this.#report = report;
  }

  begin(text: string, isLast: boolean): void {
    this.#read += text.length - this.#rest;
    this.#text = text;
    this.#isLast = isLast;
    this.#break = { from: 0, at: -1 };
    this.#open = { from: 0, to: -1, lineEnd: -1 };
  }

  refuseLongRest(length: number, line: number): void {
    this.#rest = length;
    refuseLongRecord(length, line);
  }

  cellAt(at: number, cell: number, line: number): ReadCell | undefined {
    if (cell === 1) this.#faults = [];
    const quotedAt = this.#skipBlanks(at);
    const quoted = this.#text.startsWith(this.#dialect.quote, quotedAt) ? this.#quotedCell(quotedAt) : 'plain';
    if (quoted === undefined) return undefined;
    if (typeof quoted === 'object') {
      if (quoted.stray)
        this.#add(
          'stray-quote',
          line + quoted.lines,
          `A quotation mark inside cell ${cell} is not doubled; it was kept as part of the text.`,
        );
      return quoted;
    }
    const stop = this.#signs.endOfPlainCell(this.#text, at);
    if (stop < 0 && !this.#isLast) return undefined;
    const end = stop < 0 ? this.#text.length : stop;
    if (quoted === 'unclosed')
      this.#add(
        'unclosed-quote',
        line,
        `The quotation mark that opens cell ${cell} is never closed; the cell was taken to end with its line.`,
      );
    // An unclosed opening quotation mark is dropped; any other mark is text.
    const value = this.#text.slice(quoted === 'unclosed' ? quotedAt + 1 : at, end);
    return {
      value: this.#dialect.lineBreak === '\n' && value.endsWith('\r') ? value.slice(0, -1) : value,
      end,
      lines: 0,
    };
  }

  endRow(): void {
    this.#faults.forEach(this.#report);
  }

  #add(kind: 'stray-quote' | 'unclosed-quote', line: number, message: string): void {
    this.#faults.push({ kind, line, message, rejected: false });
  }

  #quotedCell(start: number): (ReadCell & { readonly stray: boolean }) | Unclosed | undefined {
    const [text, isLast] = [this.#text, this.#isLast];
    const { delimiter, quote, lineBreak } = this.#dialect;
    // A cell of the same line was already searched for its end, and both share all later runs of quotes.
    const isKnownOpen = start > this.#open.from && start < this.#open.to && start < this.#open.lineEnd;
    const mostLines = this.#wasted > MAX_WASTED.characters + MAX_WASTED.times * this.#read ? 0 : MAX_LINES_IN_CELL;
    let ownRun = start + 1;
    while (isKnownOpen && text[ownRun] === quote) ownRun++;
    let value = '';
    let from = start + 1;
    let lines = 0;
    let stray = false;
    for (;;) {
      if (isKnownOpen && from > ownRun) return 'unclosed';
      const mark = text.indexOf(quote, from);
      const end = mark < 0 ? text.length : mark;
      for (let at = this.#nextBreak(from); at < end && lines <= mostLines; at = this.#nextBreak(at + 1)) lines++;
      if (lines > mostLines) return this.#unclosed(start, end);
      if (mark < 0) return isLast ? this.#unclosed(start, text.length) : undefined;
      if (mark + 1 >= text.length && !isLast) return undefined;
      if (text[mark + 1] === quote) {
        value += text.slice(from, mark + 1);
        from = mark + 2;
        continue;
      }
      const after = this.#skipBlanks(mark + 1);
      // A final carriage return may be half of a line break.
      if (!isLast && (after >= text.length || (lineBreak === '\n' && text[after] === '\r' && after + 1 >= text.length)))
        return undefined;
      if (
        after >= text.length ||
        text.startsWith(delimiter, after) ||
        text[after] === lineBreak ||
        (text[after] === '\r' && (text[after + 1] === '\n' || after + 1 >= text.length))
      )
        return { value: value + text.slice(from, mark), end: after, lines, stray };
      // A mark followed by more text: within one line it should have been doubled, over several lines the opening mark
      // was wrong.
      if (lines > 0) return this.#unclosed(start, mark);
      stray = true;
      value += text.slice(from, mark + 1);
      from = mark + 1;
    }
  }

  /** Records that nothing up to `end` closes a cell opened at `start` or later on the same line. */
  #unclosed(start: number, end: number): Unclosed {
    this.#open = { from: start, to: end, lineEnd: this.#nextBreak(start) };
    this.#wasted += end - start;
    return 'unclosed';
  }

  /** Position of the first line break from `from` on; the length of the text without one. */
  #nextBreak(from: number): number {
    if (from < this.#break.from || from > this.#break.at) {
      const at = this.#text.indexOf(this.#dialect.lineBreak, from);
      this.#break = { from, at: at < 0 ? this.#text.length : at };
    }
    return this.#break.at;
  }

  #skipBlanks(from: number): number {
    let at = from;
    while (this.#text[at] === ' ' || (this.#text[at] === '\t' && this.#dialect.delimiter !== '\t')) at++;
    return at;
  }
}

const PIECE_LENGTH = 1 << 14;

/** A text piece by piece while more is needed: a few hundred records are far less than the head of a file. */
export function* piecesWhile(text: string, needsMore: () => boolean): Generator<string> {
  for (let at = 0; at < text.length && needsMore(); at += PIECE_LENGTH) yield text.slice(at, at + PIECE_LENGTH);
}

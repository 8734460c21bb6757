/*
 * Delimited text → rows of cells, for all readers. Lines without a quotation mark are cut in one pass over their
 * characters; what a quotation mark means is decided by the reader of cells, for the makers of a dataset are told of
 * faults (split-delimited.ts), and tables for projects are read as another program reads them (split-separated.ts).
 */

const LINE_FEED = 10;
const RETURN = 13;

/** `\n` also accepts `\r\n`; any: LF, CR LF and CR each. */
type LineEnd = '\n' | '\r' | 'any';

/** Signs that separate rows and cells, with the codes of their first characters. */
export class RowSigns {
  readonly separator: string;
  readonly lineEnd: LineEnd;
  readonly first: number;
  readonly isWord: boolean;
  readonly quoteCode: number;
  readonly end: number;
  /** The same, unless two characters end a line. */
  readonly otherEnd: number;

  /** `quote`: one character; `undefined`: quotation marks are text. */
  constructor(separator: string, quote: string | undefined, lineEnd: LineEnd) {
    this.separator = separator;
    this.lineEnd = lineEnd;
    this.first = separator.charCodeAt(0);
    this.isWord = separator.length > 1;
    this.quoteCode = quote === undefined ? -1 : quote.charCodeAt(0);
    this.end = lineEnd === '\r' ? RETURN : LINE_FEED;
    this.otherEnd = lineEnd === 'any' ? RETURN : this.end;
  }

  separatesAt(text: string, at: number): boolean {
    return text.charCodeAt(at) === this.first && (!this.isWord || text.startsWith(this.separator, at));
  }

  /** Position of the first separator or line end; -1 without one. */
  endOfPlainCell(text: string, from: number): number {
    const { first, end, otherEnd } = this;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === end || code === otherEnd || (code === first && this.separatesAt(text, at))) return at;
    }
    return -1;
  }

  isLineEnd(code: number): boolean {
    return code === this.end || code === this.otherEnd;
  }

  afterLineEnd(text: string, at: number): number {
    return this.lineEnd === 'any' && text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED
      ? at + 2
      : at + 1;
  }
}

/** A cell of a line with a quotation mark. */
export interface ReadCell {
  readonly value: string;
  /** Position of the separator or the line end after it. */
  readonly end: number;
  /** Line ends within it. */
  readonly lines: number;
}

/** Reads the cells of lines with a quotation mark. It may throw for a cell that is too long. */
export interface CellReader {
  /** The next cells are of this text; `isLast`: its end is that of the file. */
  readonly begin: (text: string, isLast: boolean) => void;
  /** The cell of this number (from 1) at a position; `undefined`: its end is not in the text yet. */
  readonly cellAt: (at: number, cell: number, line: number) => ReadCell | undefined;
  /** The row is complete. */
  readonly endRow?: () => void;
  /** The cells of a line without a quotation mark, as they are given on. */
  readonly plainCells?: (cells: string[], characters: number, line: number) => string[];
  /** Refuses a line without a quotation mark that does not end. */
  readonly refuseOpenLine?: (text: string, start: number, line: number) => void;
  /** Refuses a text that does not end, with the line where it begins. */
  readonly refuseLongRest?: (length: number, line: number) => void;
}

/**
 * Takes one row; `line` is its first 1-based line; `isOpen`: the text ends with it, without a line end. False ends
 * reading. The array is not reused.
 */
export type TakeRow = (cells: string[], line: number, isOpen: boolean) => unknown;

/** A text from the beginning of a row. */
interface TextPart {
  readonly text: string;
  readonly isLast: boolean;
  readonly signs: RowSigns;
  readonly cells: CellReader;
}

interface Place {
  readonly position: number;
  /** 1-based, in the file. */
  readonly line: number;
}

/** Calls `take` for every row that is not blank, in order. Memory: one piece, or the longest row. */
export function splitRows(pieces: Iterable<string>, signs: RowSigns, cells: CellReader, take: TakeRow): void {
  const iterator = pieces[Symbol.iterator]();
  let text = '';
  let line = 1;
  let isLast = false;
  try {
    while (!isLast) {
      // Twice as much each time nothing was consumed, so that a huge cell costs linear time.
      let added = '';
      do {
        const next = iterator.next();
        if (next.done === true) isLast = true;
        else added += next.value;
      } while (!isLast && added.length < text.length);
      text += added;
      cells.begin(text, isLast);
      const consumed = splitPart({ text, isLast, signs, cells }, line, take);
      if (consumed === 'stopped') return;
      text = text.slice(consumed.position);
      line = consumed.line;
      cells.refuseLongRest?.(text.length, line);
    }
  } finally {
    iterator.return?.();
  }
}

/** Splits the complete rows of the part; returns the position after them. */
function splitPart(part: TextPart, firstLine: number, take: TakeRow): Place | 'stopped' {
  const { text, isLast, cells: reader } = part;
  const { signs } = part;
  const { first, isWord, quoteCode, end, otherEnd, lineEnd } = signs;
  const { length } = text;
  const highest = Math.max(first, quoteCode, end, otherEnd);
  let position = 0;
  let line = firstLine;
  while (position < length) {
    const cells: string[] = [];
    let cell = position;
    let at = position;
    let isPlain = true;
    // Looking at each character once costs less than a search for each of the signs: most cells are short.
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code > highest) continue;
      if (code === first) {
        if (isWord && !signs.separatesAt(text, at)) continue;
        cells.push(text.slice(cell, at));
        cell = at + 1;
        if (isWord) at = (cell = at + signs.separator.length) - 1;
      } else if (code === end || code === otherEnd) {
        break;
      } else if (code === quoteCode) {
        isPlain = false;
        break;
      }
    }
    if (!isPlain) {
      const row = splitQuotedRow(part, { position, line });
      if (row === undefined) break;
      const isOpen = isLast && row.position >= length && !signs.isLineEnd(text.charCodeAt(length - 1));
      if (take(row.cells, line, isOpen) === false) return 'stopped';
      ({ position, line } = row);
      continue;
    }
    if (!isLast && (at >= length || (otherEnd === RETURN && at === length - 1 && text.charCodeAt(at) === RETURN))) {
      reader.refuseOpenLine?.(text, position, line);
      break;
    }
    const stop = lineEnd === '\n' && at > position && text.charCodeAt(at - 1) === RETURN ? at - 1 : at;
    if (stop > position) {
      cells.push(text.slice(cell, stop));
      const read = reader.plainCells?.(cells, stop - position, line) ?? cells;
      if (take(read, line, at >= length) === false) return 'stopped';
    }
    position = signs.afterLineEnd(text, at);
    line++;
  }
  return { position: Math.min(position, length), line };
}

/** The row at this place, and the place after it; `undefined` when its end is not in the text yet. */
function splitQuotedRow(
  { text, isLast, signs, cells: reader }: TextPart,
  { position, line }: Place,
): (Place & { readonly cells: string[] }) | undefined {
  const { separator, lineEnd } = signs;
  const cells: string[] = [];
  let at = position;
  let lines = 0;
  for (;;) {
    const cell = reader.cellAt(at, cells.length + 1, line + lines);
    if (cell === undefined) return undefined;
    cells.push(cell.value);
    lines += cell.lines;
    at = cell.end;
    if (signs.separatesAt(text, at)) {
      at += separator.length;
      continue;
    }
    if (at >= text.length && !isLast) return undefined;
    if (lineEnd === '\n' && text.charCodeAt(at) === RETURN) at++;
    // A final carriage return may be half of a line end.
    if (lineEnd === 'any' && text.charCodeAt(at) === RETURN && at + 1 >= text.length && !isLast) return undefined;
    reader.endRow?.();
    return { cells, position: Math.min(signs.afterLineEnd(text, at), text.length), line: line + lines + 1 };
  }
}

import { refuseLongRecord } from '../record-too-long.js';

/*
 * JSON text → the text of each record, without parsing: so a broken record costs only itself, every record has a line,
 * and a file need not be in memory as objects.
 */

/** One record's text; `line` is its first 1-based line; `isOpen`: the file ends with it, without a line break. */
export type VisitText = (text: string, line: number, isOpen?: boolean) => void;

/** Calls `visit` for each line that is not blank. */
export function splitJsonLines(chunks: Iterable<string>, visit: VisitText): void {
  let rest = '';
  let line = 1;
  for (const chunk of chunks) {
    let position = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', position)) {
      visitLine(rest + chunk.slice(position, end), line++, visit);
      rest = '';
      position = end + 1;
    }
    rest += chunk.slice(position);
    refuseLongRecord(rest.length, line);
  }
  visitLine(rest, line, visit, true);
}

function visitLine(text: string, line: number, visit: VisitText, isOpen = false): void {
  const trimmed = text.trim();
  if (trimmed.length > 0) visit(trimmed, line, isOpen);
}

type JsonArrayEnd =
  | { readonly kind: 'closed' }
  /** The text is truncated; `line` is where the incomplete element begins. */
  | { readonly kind: 'broken-off'; readonly line: number };

/** Calls `visit` for each element of the first list in the text, in order; ignores what follows the list. */
export function splitJsonArray(chunks: Iterable<string>, visit: VisitText): JsonArrayEnd {
  let text = '';
  let position = 0;
  let line = 1;
  let depth = 0;
  let inString = false;
  let elementStart = -1;
  let elementLine = 1;
  const finish = (end: number): void => {
    if (elementStart >= 0) visit(text.slice(elementStart, end).trim(), elementLine);
    elementStart = -1;
  };
  for (const chunk of growingPieces(chunks, () => (elementStart < 0 ? 0 : text.length - elementStart))) {
    // Only the current element is carried over.
    const keepFrom = elementStart >= 0 ? elementStart : position;
    text = text.slice(keepFrom) + chunk;
    position -= keepFrom;
    if (elementStart >= 0) elementStart = 0;
    refuseLongRecord(text.length - chunk.length, elementLine);
    for (; position < text.length; position++) {
      const code = text.charCodeAt(position);
      if (code === 10) line++;
      if (inString) {
        if (code === 92) {
          // The character after a backslash may be in the next chunk.
          if (position + 1 >= text.length) break;
          position++;
        } else if (code === 34) inString = false;
        continue;
      }
      if (depth === 1 && code === 44) {
        finish(position);
        continue;
      }
      if ((code === 93 || code === 125) && depth > 0) {
        depth--;
        if (depth === 0) {
          finish(position);
          return { kind: 'closed' };
        }
        continue;
      }
      if (depth === 0) {
        if (code === 91) depth = 1;
        continue;
      }
      if (code === 32 || (code <= 13 && code >= 9)) continue;
      if (elementStart < 0) {
        elementStart = position;
        elementLine = line;
      }
      if (code === 34) inString = true;
      else if (code === 91 || code === 123) depth++;
    }
  }
  return { kind: 'broken-off', line: elementStart >= 0 ? elementLine : line };
}

/** The chunks, joined where much is carried over, so that an element of many chunks costs linear time. */
function* growingPieces(chunks: Iterable<string>, carried: () => number): Iterable<string> {
  let piece = '';
  for (const chunk of chunks) {
    piece += chunk;
    if (piece.length < carried()) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Strings match first, so that numbers inside them do not count; a number matches with decimals and exponent. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Whole numbers with more digits than a JavaScript number keeps. */
const LONG_WHOLE_NUMBER = /^-?\d{16,}$/;

/** Maximum nesting of a record, as functions on values are recursive. */
const MAX_LEVELS = 1_000;

/**
 * `JSON.parse`, but whole numbers of 16 digits and more stay text: identifiers must not lose digits. Throws
 * SyntaxError, also for more than 1,000 levels.
 */
export function parseRecord(text: string): unknown {
  if (text.length > 2 * MAX_LEVELS) refuseDepth(text);
  const exact = /\d{16}/.test(text)
    ? text.replace(STRING_OR_NUMBER, (match) => (LONG_WHOLE_NUMBER.test(match) ? `"${match}"` : match))
    : text;
  const parsed: unknown = JSON.parse(exact);
  return parsed;
}

function refuseDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_LEVELS) throw new SyntaxError(`it is nested deeper than ${MAX_LEVELS} levels`);
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
}

import type { RegexValue } from '../regex/regex-value.js';
import { splitAtWhiteSpace } from './characters.js';

/**
 * The pieces between occurrences of a separator. Unless `keepAll`, empty ones are left out, so that adjacent separators
 * count as one. An empty separator splits at white space. Empty text has no pieces.
 */
export function splitAtText(text: string, separator: string, keepAll: boolean): readonly string[] {
  if (text === '') return [];
  if (separator === '') return keepAll ? text.split(/\s/) : splitAtWhiteSpace(text);
  const pieces = text.split(separator);
  return keepAll ? pieces : pieces.filter((piece) => piece !== '');
}

/**
 * The pieces between matches. Empty ones at the end are always left out, others unless `keepAll`. An empty match at the
 * very start makes no piece.
 */
export function splitAtRegex(text: string, regex: RegexValue, keepAll: boolean): readonly string[] {
  if (text === '') return keepAll ? [''] : [];
  const pieces: string[] = [];
  let end = 0;
  // A text without a match is one piece, even an empty one.
  let isCut = false;
  for (const match of regex.matches(text)) {
    if (match.end === 0) continue;
    if (match.start === text.length) break;
    pieces.push(text.slice(end, match.start));
    end = match.end;
    isCut = true;
  }
  pieces.push(text.slice(end));
  if (!keepAll) return pieces.filter((piece) => piece !== '');
  while (isCut && pieces.at(-1) === '') pieces.pop();
  return pieces;
}

/** The fields of one line of separated values, unquoted: a quoted field may hold separators and doubled quotes. */
export function splitCsvLine(line: string, separator: string): readonly string[] {
  const fields: string[] = [];
  let place = 0;
  for (;;) {
    let field = '';
    const quoted = /\s*"/y;
    quoted.lastIndex = place;
    // Space before a quotation mark does not belong to the field; a separator may be white space itself.
    const [opening] = quoted.exec(line) ?? [];
    if (opening !== undefined && !opening.includes(separator)) {
      place += opening.length;
      while (place < line.length) {
        const char = line.charAt(place);
        if (char === '"' && line.charAt(place + 1) === '"') {
          field += '"';
          place += 2;
        } else if (char === '"') {
          place += 1;
          break;
        } else {
          field += char;
          place += 1;
        }
      }
    }
    const next = line.indexOf(separator, place);
    field += line.slice(place, next < 0 ? line.length : next);
    fields.push(field);
    if (next < 0) return fields;
    place = next + separator.length;
  }
}

import { isUtf8 } from 'node:buffer';
import type { ReportFault } from '../raw-record.js';
import { ENTRY_LENGTH, LEADER_LENGTH, type MarcField, type MarcRecord } from './marc-record.js';
import { readFileSync } from 'node:fs';

/*
 * ISO 2709: records of bytes, each with a leader, a directory of fields, and the fields. Source: MARC 21
 * Specifications, record structure. Own code, because available packages give text without positions, decode every
 * record as UTF-8, and stop at the first fault.
 */

const ESCAPE = 0x1b;
const RECORD_END = 0x1d;
const FIELD_END = 0x1e;
const SUBFIELD = '\u001f';

/** Maximum bytes held without an end of a record; the directory of a record addresses at most 99,999. */
const MAX_UNFINISHED_BYTES = 1 << 24;

/**
 * Reads the records of a file (whole, or in pieces that are valid until the next), numbered from 1. Text is UTF-8 if
 * declared (leader, position 9) or valid, else MARC-8. An unreadable record is reported and skipped; reading continues
 * after it. True from `isDone` ends reading.
 */
export function readIso2709(
  pieces: Iterable<Buffer>,
  visit: (record: MarcRecord, number: number) => void,
  report: ReportFault,
  isDone: () => boolean = () => false,
): void {
  let number = 0;
  let unfinished = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = unfinished.length === 0 ? piece : Buffer.concat([unfinished, piece]);
    let start = skipBlanks(bytes, 0);
    for (let end = bytes.indexOf(RECORD_END, start); end >= 0; end = bytes.indexOf(RECORD_END, start)) {
      number += 1;
      const record = recordIn(bytes.subarray(start, end), number, report);
      if (record !== undefined) visit(record, number);
      if (isDone()) return;
      start = skipBlanks(bytes, end + 1);
    }
    unfinished = Buffer.from(bytes.subarray(start));
    if (unfinished.length > MAX_UNFINISHED_BYTES) break;
  }
  if (unfinished.length === 0) return;
  number += 1;
  report({
    kind: 'not-marc',
    line: number,
    message: `Record ${number} has no end: the file ends in it.`,
    rejected: true,
  });
}

/** Line breaks between records are forbidden, and common. */
function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && [0x0a, 0x0d, 0x20, 0x00, 0x1a].includes(bytes[at] ?? 0)) at += 1;
  return at;
}

function recordIn(bytes: Buffer, number: number, report: ReportFault): MarcRecord | undefined {
  const leader = bytes.toString('latin1', 0, LEADER_LENGTH);
  const directoryEnd = bytes.indexOf(FIELD_END);
  const directory = directoryEnd < 0 ? '' : bytes.toString('latin1', LEADER_LENGTH, directoryEnd);
  if (leader.length < LEADER_LENGTH || directory.length === 0 || directory.length % ENTRY_LENGTH !== 0) {
    report({
      kind: 'not-marc',
      line: number,
      message: `Record ${number} has no directory of its fields.`,
      rejected: true,
    });
    return undefined;
  }
  const data = bytes.subarray(directoryEnd + 1);
  const decode = decoderOf(leader, data);
  const fields: MarcField[] = [];
  for (let at = 0; at < directory.length; at += ENTRY_LENGTH) {
    const length = Number(directory.slice(at + 3, at + 7));
    const from = Number(directory.slice(at + 7, at + ENTRY_LENGTH));
    if (!Number.isInteger(length) || !Number.isInteger(from) || from + length > data.length + 1) {
      report({
        kind: 'not-marc',
        line: number,
        message: `The directory of record ${number} points behind its end; the record is damaged.`,
        rejected: true,
      });
      return undefined;
    }
    const content = data.subarray(from, from + length);
    fields.push(
      fieldOf(
        directory.slice(at, at + 3),
        decode.text(content.at(-1) === FIELD_END ? content.subarray(0, -1) : content),
      ),
    );
  }
  const lost = decode.lost();
  if (lost > 0) {
    report({
      kind: 'broken-encoding',
      line: number,
      message: `Record ${number}: ${lost === 1 ? 'a character' : `${lost} characters`} could not be decoded and became "\uFFFD".`,
      rejected: false,
      count: lost,
    });
  }
  return { leader, fields };
}

/** Both encodings are mostly ASCII; valid UTF-8 beyond ASCII is hardly ever MARC-8. */
function decoderOf(
  leader: string,
  data: Buffer,
): { readonly text: (bytes: Buffer) => string; readonly lost: () => number } {
  let lost = 0;
  const isUnicode = leader[9] === 'a' || (!data.includes(ESCAPE) && isUtf8(data));
  return {
    text: (bytes) => {
      if (isUnicode) {
        const text = bytes.toString('utf8');
        lost += text.split('\uFFFD').length - 1;
        return text;
      }
      const decoded = decodeMarc8(bytes);
      lost += decoded.lost;
      return decoded.text;
    },
    lost: () => lost,
  };
}

function fieldOf(tag: string, text: string): MarcField {
  const parts = text.split(SUBFIELD);
  if (/^00/.test(tag) || parts.length === 1) return { tag, indicators: '', subfields: [], text };
  return {
    tag,
    indicators: (parts[0] ?? '').slice(0, 2),
    text: '',
    subfields: parts.slice(1).map((part) => [part.slice(0, 1), part.slice(1)] as const),
  };
}

interface DecodedMarc8 {
  /** In Unicode, composed (NFC). */
  readonly text: string;
  /** Number of characters that became U+FFFD: East Asian ones, and bytes missing from the set. */
  readonly lost: number;
}

const SUBFIELD_BYTE = 0x1f;
const EAST_ASIAN = '1';

/** Characters and marks of a set by seven-bit byte; a mark comes after the next character in Unicode. */
interface SetTable {
  readonly texts: readonly (string | undefined)[];
  readonly isMark: readonly boolean[];
}

/** Decodes MARC-8. Source: MARC 21 Specifications for Record Structure, Character Sets and Exchange Media: MARC-8 encoding environment. Every field begins in ASCII and extended Latin. */
export function decodeMarc8(bytes: Uint8Array): DecodedMarc8 {
  const state = { g0: 'B', g1: 'E' };
  let text = '';
  let marks = '';
  let lost = 0;
  const add = (character: string): void => {
    text += character + marks;
    marks = '';
  };
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === ESCAPE) {
      at += readEscape(bytes, at, state);
      continue;
    }
    const isHigh = byte >= 0x80;
    const set = isHigh ? state.g1 : state.g0;
    if (set === EAST_ASIAN && byte > 0x20) {
      at += 3;
      lost += 1;
      add('\uFFFD');
      continue;
    }
    at += 1;
    const seven = byte & 0x7f;
    if ((byte < 0x20 && byte !== SUBFIELD_BYTE) || (isHigh && seven < 0x08)) continue;
    if (byte <= 0x20 || (!isHigh && set === 'B')) {
      add(String.fromCharCode(byte));
      continue;
    }
    const table = tableOf(set);
    const found = table?.texts[seven];
    if (found === undefined) {
      lost += 1;
      add('\uFFFD');
    } else if (table?.isMark[seven] === true) marks += found;
    else add(found);
  }
  return { text: (text + marks).normalize('NFC'), lost };
}

/** Chooses a set; returns the length of the escape sequence. */
function readEscape(bytes: Uint8Array, at: number, state: { g0: string; g1: string }): number {
  const letter = (offset: number): string => String.fromCharCode(bytes[at + offset] ?? 0);
  const first = letter(1);
  if ('gbps'.includes(first)) {
    state.g0 = first === 's' ? 'B' : first;
    return 2;
  }
  const target =
    first === ')' || first === '-' || (first === '$' && (letter(2) === ')' || letter(2) === '-')) ? 'g1' : 'g0';
  const length = first === '$' ? ('(,)-'.includes(letter(2)) ? 3 : 2) : '(,)-'.includes(first) ? 2 : 0;
  if (length === 0) return 1;
  // `!E` is extended Latin, which has a letter of two bytes.
  const isLong = letter(length) === '!';
  state[target] = letter(isLong ? length + 1 : length);
  return length + (isLong ? 2 : 1);
}

let tables: ReadonlyMap<string, SetTable> | undefined; // until it is asked for

/** The set of a letter; ASCII (`B`) and the East Asian set (`1`, three bytes each) have no table. */
function tableOf(letter: string): SetTable | undefined {
  tables ??= readTables();
  return tables.get(letter);
}

function readTables(): ReadonlyMap<string, SetTable> {
  const read = new Map<string, { texts: string[]; isMark: boolean[] }>();
  for (const line of readFileSync(new URL('../../../data/marc8.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    if (line.startsWith('#')) continue;
    const [letter = '', first = '', kind, ...points] = line.split(' ');
    const table = read.get(letter) ?? { texts: [], isMark: [] };
    read.set(letter, table);
    points.forEach((point, i) => {
      table.texts[parseInt(first, 16) + i] = String.fromCodePoint(parseInt(point, 16));
      table.isMark[parseInt(first, 16) + i] = kind === 'mark';
    });
  }
  return read;
}

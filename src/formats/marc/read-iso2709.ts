import { isUtf8 } from 'node:buffer';
import type { ReportFault } from '../raw-record.js';
import { decodeMarc8 } from './decode-marc8.js';
import { ENTRY_LENGTH, LEADER_LENGTH } from './looks-like-iso2709.js';
import type { MarcField, MarcRecord } from './marc-record.js';

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

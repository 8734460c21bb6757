import { readFileSync } from 'node:fs';

interface DecodedMarc8 {
  /** In Unicode, composed (NFC). */
  readonly text: string;
  /** Number of characters that became U+FFFD: East Asian ones, and bytes missing from the set. */
  readonly lost: number;
}

const ESCAPE = 0x1b;
const SUBFIELD = 0x1f;
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
    if ((byte < 0x20 && byte !== SUBFIELD) || (isHigh && seven < 0x08)) continue;
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

import { readFile } from 'node:fs/promises';
import { sentence } from '../../foundation/message.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { DatabaseFile, RowsRead, TakeRows } from '../databases/database-file.js';
import { decodeText } from '../text-encoding.js';
import { detectEncoding } from '../detect-encoding.js';

/** The first columns; the fields follow in the order in which they first appear. */
const KEY_COLUMN = 'key';
const TYPE_COLUMN = 'type';
/** Fields with the names of these columns. */
const OTHER_NAMES: Readonly<Record<string, string>> = { key: 'sort key', type: 'subtype' };
/** Fields of several names, separated by "and". */
const NAMES = new Set(['author', 'editor', 'translator', 'bookauthor']);

/** The entries of a BibTeX or BibLaTeX file as rows, LaTeX as plain text, several names separated by semicolons. Errors: `file-damaged` for an incomplete entry. */
export async function readBibtex({ file, content }: DatabaseFile, take: TakeRows): Promise<RowsRead> {
  const bytes = typeof content === 'string' ? await readFile(content) : content;
  const text = [...decodeText(bytes, detectEncoding(bytes), () => undefined)].join('');
  const entries = readEntries(file, text);
  const columns = [...new Set([KEY_COLUMN, TYPE_COLUMN, ...entries.flatMap((entry) => [...entry.keys()])])];
  const takeRow = take(columns);
  for (const entry of entries) if (!takeRow(columns.map((column) => entry.get(column) ?? null))) break;
  return { readAs: sentence('BibTeX') };
}

function readEntries(file: string, text: string): readonly ReadonlyMap<string, string>[] {
  try {
    return Array.from(bibtexEntries(text), rowOf);
  } catch (thrown) {
    if (!(thrown instanceof BibtexFault)) throw thrown;
    const { line } = thrown;
    throw new SameasError(
      'file-damaged',
      sentence('The entry in line {line} of {file} is incomplete.', { line, file }),
      {
        advice: sentence('Close its braces and quotation marks, or export the file again.'),
        facts: { file, line },
        cause: thrown,
      },
    );
  }
}

function rowOf({ type, key, fields }: BibtexEntry): ReadonlyMap<string, string> {
  return new Map([
    [KEY_COLUMN, key],
    [TYPE_COLUMN, type],
    ...fields.map(
      ([name, value]) =>
        [
          OTHER_NAMES[name] ?? name,
          NAMES.has(name) ? namesIn(value).map(textOfLatex).join('; ') : textOfLatex(value),
        ] as const,
    ),
  ]);
}

/** The names that "and" separates outside braces. */
function namesIn(value: string): readonly string[] {
  const names = [''];
  let depth = 0;
  for (const piece of value.replace(/\s+/g, ' ').split(/([{}]| and )/)) {
    if (piece === '{') depth++;
    if (piece === '}') depth--;
    if (depth === 0 && piece === ' and ') names.push('');
    else names[names.length - 1] += piece;
  }
  return names;
}

/** An entry of a BibTeX file: its type in lower case, its key, and its fields in order, names in lower case, values as LaTeX. */
interface BibtexEntry {
  readonly type: string;
  readonly key: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NO_ENTRIES = ['comment', 'preamble'];
const HEAD = /@\s*([a-z]+)\s*([{(])/gi;
const KEY = /\s*([^\s,{}()=]*)\s*/y;
const NAME = /[\s,]*([^\s=,{}()"#%@]+)\s*=\s*/y;
const END = /[\s,]*[})]/y;
const BARE = /[^\s,{}()"#]+/y;
const SPACE = /\s*/y;
const MORE = /\s*#\s*/y;

/** An entry that does not end, or holds what is no field. */
class BibtexFault extends Error {
  /** Where the entry begins, counted from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`the entry in line ${String(line)} is incomplete`);
    this.line = line;
  }
}

/** The entries of BibTeX and BibLaTeX, with abbreviations and parts of values joined. Text between them is a comment. Throws a `BibtexFault`. */
function* bibtexEntries(text: string): Generator<BibtexEntry> {
  const strings = new Map(MONTHS.map((month, i) => [month, String(i + 1)]));
  let at = 0;
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (let head = matched(HEAD); head !== null; head = matched(HEAD)) {
    const type = (head[1] ?? '').toLowerCase();
    const { index } = head;
    const fault = (): BibtexFault => new BibtexFault(text.slice(0, index).split('\n').length);
    if (NO_ENTRIES.includes(type)) {
      at--;
      if (text[at] === '{') delimited(fault, '}');
      continue;
    }
    const key = type === 'string' ? '' : (matched(KEY)?.[1] ?? '');
    const fields: (readonly [string, string])[] = [];
    while (matched(END) === null) {
      const name = matched(NAME)?.[1]?.toLowerCase();
      if (name === undefined) throw fault();
      fields.push([name, valueOf(fault)]);
    }
    if (type === 'string') for (const [name, value] of fields) strings.set(name, value);
    else yield { type, key, fields };
  }

  function valueOf(fault: () => BibtexFault): string {
    let value = '';
    do {
      matched(SPACE);
      if (text[at] === '{') value += delimited(fault, '}');
      else if (text[at] === '"') value += delimited(fault, '"');
      else {
        const bare = matched(BARE)?.[0];
        if (bare === undefined) throw fault();
        value += strings.get(bare.toLowerCase()) ?? bare;
      }
    } while (matched(MORE) !== null);
    return value;
  }

  /** The text up to the closing delimiter; braces in it are balanced. */
  function delimited(fault: () => BibtexFault, closing: string): string {
    const begin = ++at;
    for (let depth = 0; at < text.length; at++) {
      const character = text[at];
      if (character === '\\') at++;
      else if (character === closing && depth === 0) return text.slice(begin, at++);
      else if (character === '{') depth++;
      else if (character === '}') depth--;
    }
    throw fault();
  }
}

/** Accents of TeX by the character of their command, as combining marks. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030A',
  H: '\u030B',
  v: '\u030C',
  d: '\u0323',
  b: '\u0331',
  c: '\u0327',
  k: '\u0328',
};
/** Commands that are one character. */
const CHARACTERS: Readonly<Record<string, string>> = {
  aa: 'å',
  AA: 'Å',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  ss: 'ß',
  i: 'ı',
  j: 'ȷ',
  dh: 'ð',
  DH: 'Ð',
  th: 'þ',
  TH: 'Þ',
  dj: 'đ',
  DJ: 'Đ',
  TeX: 'TeX',
  LaTeX: 'LaTeX',
  BibTeX: 'BibTeX',
  ldots: '…',
  dots: '…',
  textendash: '–',
  textemdash: '—',
  textquoteright: '’',
  textquoteleft: '‘',
  textasciitilde: '~',
  copyright: '©',
  pounds: '£',
  S: '§',
};
/** Dotless letters, which take accents as the dotted ones do. */
const DOTTED: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

const ACCENTED =
  /\\(?:([`'^~=".])|([uvHcdbkr])(?=[\s{\\]))\s*(?:\{\s*(\\[ij]|\p{L})\s*\}|(\\[ij](?![a-zA-Z])|\p{L}))/gu;
const COMMAND = /\\([a-zA-Z]+)\*?(?:\s+|(?=[^a-zA-Z])|$)/g;
const SPACES = /\\[,;:! ]|~/g;
const ESCAPED = /\\([&%$#_{}\\-])/g;
/** Stands for an escaped character until braces and commands are gone. */
const FIRST_PRIVATE = 0xe000;

/** A text of LaTeX as plain text: accents and special letters as characters, without braces, commands and line breaks. */
export function textOfLatex(latex: string): string {
  return latex
    .replace(ACCENTED, (_, mark: string | undefined, letter: string | undefined, inBraces?: string, alone?: string) => {
      const base = (inBraces ?? alone ?? '').replace('\\', '');
      return `${DOTTED[base] ?? base}${ACCENTS[mark ?? letter ?? ''] ?? ''}`.normalize('NFC');
    })
    .replace(ESCAPED, (_, character: string) =>
      character === '-' ? '' : String.fromCharCode(FIRST_PRIVATE + character.charCodeAt(0)),
    )
    .replace(SPACES, ' ')
    .replace(COMMAND, (_, name: string) => CHARACTERS[name] ?? '')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/``/g, '“')
    .replace(/''/g, '”')
    .replace(/[{}$]/g, '')
    .replace(/[\uE000-\uE0FF]/g, (character) => String.fromCharCode(character.charCodeAt(0) - FIRST_PRIVATE))
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

import { readFile } from 'node:fs/promises';
import { sentence } from '../../foundation/message.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { DatabaseFile, RowsRead, TakeRows } from '../databases/database-file.js';
import { decodeText } from '../decode-text.js';
import { detectEncoding } from '../detect-encoding.js';
import { bibtexEntries, BibtexFault, type BibtexEntry } from './bibtex-entries.js';
import { textOfLatex } from './text-of-latex.js';

/** The first columns; the fields follow in the order in which they first appear. */
const KEY = 'key';
const TYPE = 'type';
/** Fields with the names of these columns. */
const OTHER_NAMES: Readonly<Record<string, string>> = { key: 'sort key', type: 'subtype' };
/** Fields of several names, separated by "and". */
const NAMES = new Set(['author', 'editor', 'translator', 'bookauthor']);

/** The entries of a BibTeX or BibLaTeX file as rows, LaTeX as plain text, several names separated by semicolons. Errors: `file-damaged` for an incomplete entry. */
export async function readBibtex({ file, content }: DatabaseFile, take: TakeRows): Promise<RowsRead> {
  const bytes = typeof content === 'string' ? await readFile(content) : content;
  const text = [...decodeText(bytes, detectEncoding(bytes), () => undefined)].join('');
  const entries = readEntries(file, text);
  const columns = [...new Set([KEY, TYPE, ...entries.flatMap((entry) => [...entry.keys()])])];
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
    [KEY, key],
    [TYPE, type],
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

import { basename } from 'node:path';
import { openDataContent } from '../datasets/open-data-file.js';
import { SameasError } from '../foundation/sameas-error.js';
import { weighZip } from '../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../formats/archives/unpack-limits.js';
import { RDF_SYNTAXES } from '../formats/rdf/rdf-syntax.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import { isZip } from '../formats/spreadsheets/may-be-spreadsheet.js';
import { textsOf } from '../formats/texts-of.js';
import type { TableContent } from './open-questions.js';

/** The table of a spreadsheet, or of a zip archive, as text. */
export interface TextOfSpreadsheet {
  /** CSV with a byte order mark: what writes spreadsheets reads UTF-8 only with one. */
  readonly text: string;
  /** What it was read as: `sheet "Names" of an Excel workbook`. */
  readonly readAs: string;
}

const MARK = '\uFEFF';
/** What a file may hold once it is unpacked: of 20,000 rows, some thirty columns. Ten times as much memory is needed to read it. */
const MOST_UNPACKED_BYTES = 48 * 1024 ** 2;
const MOST_PARTS = 10_000;
/** So many empty rows are kept, so that lines have the numbers of rows. */
const MOST_EMPTY_ROWS = 100;

/**
 * Reads a spreadsheet (xlsx, ods, xls), or the one table in a zip archive: a row stays on the line of its number where that can be. Cost: seconds, and hundreds of
 * megabytes, for some that are small files. Errors: those of opening a data file; `file-format-unknown` for RDF; `table-too-large` for more than a few dozen megabytes once unpacked.
 */
export async function spreadsheetAsText({ name, content }: TableContent): Promise<TextOfSpreadsheet> {
  if (isZip(content)) await refuseTooMuch(name, content);
  const { reader, readAs, options } = await openDataContent({ path: name }, content);
  if (RDF_SYNTAXES.some((syntax) => syntax === options.format)) throw new SameasError('file-format-unknown', `${basename(name)} is RDF, and not a table of names.`, { advice: 'Send a table or a list of names, one a line.' });
  const field = fieldWriter({ separator: ',', lineSeparator: '\n', quoteAll: true, guardFormulas: false });
  const lineOf = (texts: readonly string[]): string => texts.map((text, place) => field(text, place === 0)).join(',');
  const lines: string[] = options.header === false ? [] : [lineOf(reader.columns)];
  reader.read(
    (cells, row) => {
      const empty = row - 1 - lines.length;
      if (empty > 0 && empty <= MOST_EMPTY_ROWS) lines.push(...new Array<string>(empty).fill(''));
      lines.push(lineOf(cells.map((cell) => textsOf(cell).join('|'))));
    },
    () => undefined,
  );
  return { text: `${MARK}${lines.join('\n')}\n`, readAs };
}

async function refuseTooMuch(name: string, content: Buffer): Promise<void> {
  try {
    await weighZip(content, new UnpackBudget({ maxEntries: MOST_PARTS, maxBytes: MOST_UNPACKED_BYTES, maxExpansion: Infinity }));
  } catch (thrown) {
    // What is damaged is told when it is opened.
    if (!(thrown instanceof RangeError)) return;
    throw new SameasError('table-too-large', `${name} holds more than ${String(MOST_UNPACKED_BYTES / 1024 ** 2)} MB once it is unpacked.`, {
      advice: 'Save the sheet with the names as CSV and send that, or let `sameas reconcile` match it.',
      cause: thrown,
    });
  }
}

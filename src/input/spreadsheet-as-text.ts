import { SameasError } from '../foundation/sameas-error.js';
import { weighZip } from '../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../formats/archives/unpack-limits.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import { isZip } from '../formats/first-bytes.js';
import { oneLanguageACell } from './one-language-a-cell.js';
import type { TableContent } from './open-input.js';
import { appendAll } from '../foundation/append-all.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { openDataContent } from '../datasets/open-data-file.js';

/** The table of a spreadsheet, or of a zip archive, as text. */
interface TextOfSpreadsheet {
  /** CSV with a byte order mark: spreadsheet programs read UTF-8 only with one. */
  readonly text: string;
  /** Original form: `sheet "Names" of an Excel workbook`. */
  readonly readAs: Sentence;
}

const MARK = '\uFEFF';
/** Maximum unpacked bytes: 20,000 rows with some thirty columns. Reading needs ten times as much memory. */
const MAX_UNPACKED_BYTES = 48 * 1024 ** 2;
const MAX_PARTS = 10_000;
/** Maximum empty rows kept, so that line numbers are row numbers. */
const MAX_EMPTY_ROWS = 100;

/**
 * Reads a spreadsheet (xlsx, ods, xls), or the one table in a zip archive: rows keep their line numbers where possible.
 * Cost: seconds, and hundreds of megabytes, for some small files. Errors: those of opening a data file;
 * `table-too-large` for more than a few dozen megabytes once unpacked.
 */
export async function spreadsheetAsText({ name, content }: TableContent): Promise<TextOfSpreadsheet> {
  if (isZip(content)) await refuseTooMuch(name, content);
  const { reader, readAs, options } = await openDataContent({ path: name }, content);
  const field = fieldWriter({ separator: ',', lineSeparator: '\n', quoteAll: true, guardFormulas: false });
  const lineOf = (texts: readonly string[]): string => texts.map((text, place) => field(text, place === 0)).join(',');
  const read: { readonly cells: readonly RawCell[]; readonly row: number }[] = [];
  reader.read(
    (cells, row) => read.push({ cells: [...cells], row }),
    () => undefined,
  );
  // Some formats have their columns only now.
  const { headings, rows } = oneLanguageACell({ headings: reader.columns, rows: read.map(({ cells }) => cells) });
  const lines: string[] = options.header === false ? [] : [lineOf(headings)];
  read.forEach(({ row }, i) => {
    const empty = row - 1 - lines.length;
    if (empty > 0 && empty <= MAX_EMPTY_ROWS) appendAll(lines, new Array<string>(empty).fill(''));
    lines.push(lineOf(headings.map((_, column) => textsOf(rows[i]?.[column]).join('|'))));
  });
  return { text: `${MARK}${lines.join('\n')}\n`, readAs };
}

async function refuseTooMuch(name: string, content: Buffer): Promise<void> {
  try {
    await weighZip(
      content,
      new UnpackBudget({ maxEntries: MAX_PARTS, maxBytes: MAX_UNPACKED_BYTES, maxExpansion: Infinity }),
    );
  } catch (thrown) {
    // Damage is reported when the file is opened.
    if (!(thrown instanceof RangeError)) return;
    throw new SameasError(
      'table-too-large',
      sentence('{file} holds more than {n} MB once it is unpacked.', {
        file: name,
        n: String(MAX_UNPACKED_BYTES / 1024 ** 2),
      }),
      {
        advice: sentence('Save the sheet with the names as CSV and send that, or let `sameas match` match it.'),
        cause: thrown,
      },
    );
  }
}

import { basename } from 'node:path';
import { weighZip } from '../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../formats/archives/unpack-limits.js';
import type { FileBytes } from '../formats/read-bytes.js';
import {
  type Sheet,
  type SheetReader,
  type SpreadsheetKind,
  countOdsCells,
  readSheetRecords,
  readWorkbook,
  spreadsheetKind,
} from '../formats/spreadsheets/read-workbook.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';
import { isKnownHeading } from './heading-vocabulary.js';
import { type DataFile, type FileOptions, noRecords, noteRowsAbove, sampleOf, withDetails } from './data-file.js';
import { appendAll } from '../foundation/append-all.js';
import { sentence } from '../foundation/message.js';
import type { Sentence } from '../foundation/sentence.js';

/** A spreadsheet takes about ten times its unpacked bytes of memory. */
const MAX_UNPACKED_BYTES = 200 * 1024 ** 2;
const MAX_CELLS = 20_000_000;
const MAX_PARTS = 100_000;
/** Rows of a sheet searched for a table. */
const ROWS_LOOKED_AT = 100;

const SHEET_OF: Readonly<Record<SpreadsheetKind, (name: string) => Sentence>> = {
  'Excel workbook': (name) => sentence('sheet "{name}" of an Excel workbook', { name }),
  'Excel 97 workbook': (name) => sentence('sheet "{name}" of an Excel 97 workbook', { name }),
  'OpenDocument spreadsheet': (name) => sentence('sheet "{name}" of an OpenDocument spreadsheet', { name }),
};

/**
 * One sheet of a spreadsheet as records: the named one, else the first with a table, else the first with more than one
 * row, else the first with any. Cells give their content, not their display format: see `Sheet.contents`. The workbook
 * is in memory only while it is opened; after that, only the texts of the sheet. `undefined` for other bytes.
 *
 * Errors: `file-damaged`, `file-unreadable` (a password, too large), `file-empty`, `file-format-unknown` (an old office
 * document of another kind), `manifest-invalid` for options of the manifest that do not fit the file.
 */
export async function openSpreadsheet(
  options: FileOptions,
  { bytes, stored, gzipped }: FileBytes,
): Promise<DataFile | undefined> {
  const file = options.path;
  const kind = await kindOf(file, bytes);
  if (kind === undefined) return undefined;
  if (options.format !== undefined && options.format !== 'spreadsheet') {
    throw new SameasError(
      'manifest-invalid',
      `${file} is a spreadsheet, and not "${options.format}" as the manifest says.`,
      {
        advice: 'Take "format" out of the manifest; the content tells it.',
        facts: { file },
      },
    );
  }
  if (kind !== 'Excel 97 workbook') await refuseTooLarge(file, bytes);
  const sheets = sheetsOf(file, kind, bytes);
  const sheet = chooseSheet(file, sheets, options.sheet);
  const reader = readSheetRecords(sheet, {
    ...(options.header !== undefined && { header: options.header }),
    isKnownHeading,
  });
  return {
    file,
    stored,
    reader,
    readAs: withDetails(SHEET_OF[kind](sheet.name), gzipped ? ['gzipped'] : []),
    options: { path: file, format: 'spreadsheet', sheet: sheet.name, header: reader.header.header },
    notes: notesAbout(file, sheets, sheet, reader, options),
    sample: () => sampleOf(reader),
  };
}

async function kindOf(file: string, bytes: Buffer): Promise<SpreadsheetKind | undefined> {
  try {
    return await spreadsheetKind(bytes);
  } catch (thrown) {
    throw asSpreadsheetError(file, thrown);
  }
}

/** Counts unpacked bytes and repeated cells; sizes declared by the file are not trusted. */
async function refuseTooLarge(file: string, bytes: Buffer): Promise<void> {
  const counter = countOdsCells();
  try {
    await weighZip(
      bytes,
      new UnpackBudget({ maxEntries: MAX_PARTS, maxBytes: MAX_UNPACKED_BYTES, maxExpansion: Infinity }),
      (name, piece) => {
        if (name === 'content.xml') counter.add(piece);
      },
    );
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw tooLarge(file, `${MAX_UNPACKED_BYTES / 1024 ** 2} MiB once it is unpacked`, thrown);
    throw asSpreadsheetError(file, thrown);
  }
  if (counter.cells() > MAX_CELLS) throw tooLarge(file, `${MAX_CELLS.toLocaleString('en')} cells`);
}

function tooLarge(file: string, what: string, cause?: unknown): SameasError {
  return new SameasError('file-unreadable', `${file} is a spreadsheet of more than ${what}.`, {
    advice: 'Save the sheet as CSV (in a spreadsheet program: File, Save as, CSV UTF-8) and load that.',
    facts: { file },
    ...(cause !== undefined && { cause }),
  });
}

function sheetsOf(file: string, kind: SpreadsheetKind, bytes: Buffer): readonly Sheet[] {
  try {
    return readWorkbook(bytes);
  } catch (thrown) {
    if (kind === 'Excel 97 workbook' && !isAboutPassword(thrown)) {
      throw new SameasError(
        'file-format-unknown',
        `${file} is an old office document, but no spreadsheet that can be read.`,
        {
          advice:
            'If it is a spreadsheet, save it as xlsx, ods or CSV and load that; else load the list that is meant.',
          facts: { file },
          cause: thrown,
        },
      );
    }
    throw asSpreadsheetError(file, thrown);
  }
}

/** A SyntaxError of the spreadsheet reader as an error about the file; other values unchanged. */
function asSpreadsheetError(file: string, thrown: unknown): unknown {
  if (!(thrown instanceof SyntaxError)) return thrown;
  if (isAboutPassword(thrown)) {
    return new SameasError('file-unreadable', `${file} is protected by a password.`, {
      advice: 'Open it in a spreadsheet program, save it without the password, and load that.',
      facts: { file },
      cause: thrown,
    });
  }
  return new SameasError(
    'file-damaged',
    `${file} is a spreadsheet or a zip archive, but it is incomplete or damaged.`,
    {
      advice: 'Copy or download the file again; if a spreadsheet program still opens it, save it anew there.',
      facts: { file },
      cause: thrown,
    },
  );
}

function isAboutPassword(thrown: unknown): boolean {
  return thrown instanceof SyntaxError && thrown.message.includes('password');
}

function chooseSheet(file: string, sheets: readonly Sheet[], wanted: string | undefined): Sheet {
  if (wanted !== undefined) {
    // Names in a manifest are trimmed.
    const named = sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => name.trim() === wanted);
    if (named !== undefined) return named;
    const names = sheets.map(({ name }) => name);
    const meant = nearestWord(wanted, names);
    throw new SameasError('manifest-invalid', `${file} has no sheet "${wanted}".`, {
      advice: meant === undefined ? `Its sheets are "${names.slice(0, 20).join('", "')}".` : `Did you mean "${meant}"?`,
      facts: { file, sheet: wanted },
    });
  }
  const sheet =
    sheets.find(holdsTable) ??
    sheets.find(({ rowCount }) => rowCount > 1) ??
    sheets.find(({ rowCount }) => rowCount > 0);
  if (sheet === undefined) throw noRecords(file);
  return sheet;
}

/** Whether at least two rows have several cells; notes in front of a table have not. */
function holdsTable(sheet: Sheet): boolean {
  let found = 0;
  for (let row = 0; row < sheet.rowCount && row < ROWS_LOOKED_AT && found < 2; row++) {
    if (sheet.contents(row).filter((cell) => cell.trim() !== '').length > 1) found++;
  }
  return found >= 2;
}

function notesAbout(
  file: string,
  sheets: readonly Sheet[],
  sheet: Sheet,
  { header, above }: SheetReader,
  options: FileOptions,
): readonly string[] {
  const name = basename(file);
  const notes: string[] = [];
  const others = sheets.filter((other) => other !== sheet && other.rowCount > 0).map((other) => `"${other.name}"`);
  if (options.sheet === undefined && others.length > 0) {
    notes.push(
      `${name}: the sheet "${sheet.name}" was read, and not ${others.slice(0, 5).join(', ')}${others.length > 5 ? ' …' : ''}; a manifest can name another one.`,
    );
  }
  appendAll(notes, noteRowsAbove(name, above));
  if (!header.header && options.header === undefined) {
    notes.push(
      `${name} has no row of headings (${header.reason}); its columns are called "Column 1", "Column 2" and so on.`,
    );
  }
  return notes;
}

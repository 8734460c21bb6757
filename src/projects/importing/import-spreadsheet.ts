import { isJsonObject } from '../../foundation/is-json-object.js';
import { type Sheet, type SheetValue, readWorkbook } from '../../formats/spreadsheets/read-workbook.js';
import { type CellValue, DateValue, isWhole } from '../grid/cell-value.js';
import type { Grid } from '../grid/grid.js';
import { type ImportTarget, type SourceFile, asImportError } from './import-request.js';
import { type ImportOptions, always, invalid, readTableOptions } from './import-options.js';
import { type SourceColumns, TableBuilder } from './table-builder.js';
import { weighSpreadsheet } from './unpack-uploads.js';
import { FILE_FORMATS, type FormatId } from '../../formats/file-formats.js';
import { jsonOfValue } from '../../formats/databases/database-file.js';

/** The chosen sheets of spreadsheets, one below the other. Throws errors of an import. */
export async function importSpreadsheets(
  files: readonly SourceFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Promise<Grid> {
  for (const file of files) await weighSpreadsheet(file, target.limits);
  const table = new TableBuilder(
    target,
    readTableOptions(options, { headerLines: always(1), trimsWhenGuessed: false }),
    sources,
  );
  const forceText = options.flag('forceText', always(false));
  const choices = options.list('sheets')?.map(readChoice);
  const taken: Record<string, unknown>[] = [];
  for (const file of files) {
    const sheets = workbookOf(file);
    const chosen = chooseSheets(file, sheets, choices);
    sheets.forEach(({ name, rowCount }, index) =>
      taken.push({
        name: `${file.name}#${name}`,
        fileNameAndSheetIndex: `${file.name}#${index}`,
        rows: rowCount,
        selected: chosen.includes(index),
      }),
    );
    for (const index of chosen) {
      const sheet = sheets[index];
      if (sheet === undefined) continue;
      table.beginFile(file);
      takeSheet(sheet, table, forceText);
      table.endFile();
    }
  }
  options.note('sheets', taken);
  return table.finish();
}

function takeSheet(sheet: Sheet, table: TableBuilder, forceText: boolean): void {
  for (let row = 0; row < sheet.rowCount; row += 1) {
    const texts = sheet.texts(row);
    if (!(forceText ? table.takeTexts(texts) : table.takeValues(sheet.values(row).map(valueOfSheet), texts))) return;
  }
}

function valueOfSheet(value: SheetValue): CellValue {
  return typeof value === 'object' && value !== null ? new DateValue(value.epochMs) : value;
}

function workbookOf(file: SourceFile): readonly Sheet[] {
  try {
    return readWorkbook(file.path);
  } catch (thrown) {
    throw asImportError(file.name, thrown);
  }
}

interface SheetChoice {
  readonly name: string | undefined;
  readonly file: string | undefined;
  readonly index: number | undefined;
  readonly selected: boolean;
}

function readChoice(entry: unknown): SheetChoice {
  if (typeof entry === 'number' && Number.isInteger(entry))
    return { name: undefined, file: undefined, index: entry, selected: true };
  if (typeof entry === 'string') return { name: entry, file: undefined, index: undefined, selected: true };
  if (!isJsonObject(entry)) throw invalid('sheets', 'a list of sheets', entry);
  const { name, fileNameAndSheetIndex: place, selected, index } = entry;
  const split = typeof place === 'string' ? /^(.*)#(\d+)$/s.exec(place) : null;
  return {
    name: typeof name === 'string' ? name : undefined,
    file: split?.[1],
    index: split !== null ? Number(split[2]) : typeof index === 'number' ? index : undefined,
    selected: selected !== false,
  };
}

/**
 * Positions of the sheets to read, ascending: the chosen ones, else those with more than one row, else non-empty ones.
 */
function chooseSheets(
  file: SourceFile,
  sheets: readonly Sheet[],
  choices: readonly SheetChoice[] | undefined,
): readonly number[] {
  const positions = sheets.map((_, index) => index);
  if (choices === undefined || choices.length === 0) {
    const withRows = positions.filter((index) => (sheets[index]?.rowCount ?? 0) > 1);
    return withRows.length > 0 ? withRows : positions.filter((index) => (sheets[index]?.rowCount ?? 0) > 0);
  }
  const chosen = choices.flatMap(({ name, file: ofFile, index, selected }) => {
    if (!selected || (ofFile !== undefined && ofFile !== file.name && ofFile !== file.archiveName)) return [];
    if (index !== undefined && index >= 0 && index < sheets.length) return [index];
    const named = sheets.findIndex((sheet) => sheet.name === name || `${file.name}#${sheet.name}` === name);
    if (named >= 0) return [named];
    throw invalid(
      'sheets',
      `a list of sheets of ${file.name} (${sheets.map((sheet) => sheet.name).join(', ')})`,
      name ?? index,
    );
  });
  return positions.filter((position) => chosen.includes(position));
}

/** The rows of databases and of files of columns; `table` or `query` selects them. Throws errors of an import. */
export async function importDatabases(
  format: FormatId,
  files: readonly SourceFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Promise<Grid> {
  const tableOptions = readTableOptions(options, { headerLines: always(1), trimsWhenGuessed: false });
  // The names of the columns are no lines.
  const builder = new TableBuilder(target, { ...tableOptions, ignoreLines: -1, headerLines: 1 }, sources);
  const readRows = await FILE_FORMATS[format].rows?.();
  for (const file of files) {
    builder.beginFile(file);
    try {
      await readRows?.(
        {
          file: file.name,
          content: file.path,
          table: options.text('table'),
          query: options.text('query'),
          ways: { table: 'the option "table"', query: 'the option "query"' },
        },
        (columns) => {
          if (tableOptions.columnNames === undefined) builder.takeTexts(columns);
          return (values) => builder.takeValues(values.map(valueOfDatabase), []);
        },
      );
    } catch (thrown) {
      throw asImportError(file.name, thrown);
    }
    builder.endFile();
  }
  return builder.finish();
}

/** Numbers are whole without a fraction, as in spreadsheets; structured values are JSON, and bytes are unreadable. */
function valueOfDatabase(value: unknown): CellValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return isWhole(value) ? value : String(value);
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    default:
      if (value === null || value === undefined || value instanceof Uint8Array) return null;
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : new DateValue(value.getTime());
      return jsonOfValue(value);
  }
}

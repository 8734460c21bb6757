import { isUtf8, textEncoder } from '../../formats/text-encoding.js';
import { type SeparatedLayout, fieldWriter } from '../../formats/separated/field-writer.js';
import { writeOds } from '../../formats/spreadsheets/write-ods.js';
import { writeXls } from '../../formats/spreadsheets/write-xls.js';
import { writeXlsx } from '../../formats/spreadsheets/write-xlsx.js';
import { type WrittenCell, type WrittenSheet, safeSheetName } from '../../formats/spreadsheets/written-sheet.js';
import { isLink } from '../../formats/xml/escape-xml.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import type { RowSelection } from '../browsing/select-rows.js';
import { DateValue } from '../grid/cell-value.js';
import { readMembers } from '../operations/operation.js';
import { type ByteSink, type TextSink, textSink } from './byte-sink.js';
import {
  type ExportCell,
  type ExportOptions,
  type ExportTable,
  canCopyBytes,
  exportOptionsSchema,
  exportTable,
  writeHtml,
  writeSeparatedBytes,
} from './export-table.js';
import { type TemplateParameters, writeTemplate } from './write-template.js';

export interface ExportRequest {
  /** In any case. The empty text is refused, an unknown name means TSV. */
  readonly format: string;
  /** Parsed JSON; undefined without options. */
  readonly options: unknown;
  /** Of text formats; empty for UTF-8. */
  readonly encoding: string;
  readonly projectName: string;
  readonly template: TemplateParameters;
}

interface PreparedExport {
  readonly format: ExportFormat;
  readonly contentType: string;
  /** Throws errors of the sink. */
  readonly write: (sink: ByteSink) => void;
}

/**
 * Validates an export. Throws `export-invalid` for an impossible format, option, column or encoding, and
 * `export-too-large` when the rows or columns do not fit into the format. Cost: negligible, until `write` is called.
 */
export function prepareExport(context: FacetContext, selection: RowSelection, request: ExportRequest): PreparedExport {
  const format = requestedFormat(request.format);
  const options = readOptions(request.options);
  const encode = textEncoder(request.encoding);
  if (encode === undefined)
    throw new SameasError('export-invalid', `The encoding "${request.encoding}" is not known.`, {
      advice: 'Leave it out for UTF-8.',
    });
  const encoding = request.encoding.trim();
  const contentType = encoding === '' ? format.contentType : format.contentType.replace('UTF-8', encoding);
  const { name } = format;
  const prepared = (write: PreparedExport['write']): PreparedExport => ({ format, contentType, write });
  if (name === 'template')
    return prepared((sink) => {
      writeTemplate(context, selection, request.template, textSink(sink, encode));
    });
  const table = exportTable(context.bound.grid, selection, options);
  checkSize(table, format);
  return prepared((sink) => {
    if (name === 'csv' || name === 'tsv' || name === '*sv') {
      const layout = separatedLayout(name, options);
      if (isUtf8(request.encoding) && canCopyBytes(layout)) writeSeparatedBytes(table, layout, sink);
      else writeSeparated(table, layout, textSink(sink, encode));
    } else writeTable(name, table, request.projectName, sink, textSink(sink, encode));
  });
}

/** Throws `export-invalid` without a format, or for one that is not written. */
function requestedFormat(name: string): ReturnType<typeof exportFormat> {
  if (name.trim() === '') {
    throw new SameasError('export-invalid', 'The parameter "format" is missing.', {
      advice: 'Send one of csv, tsv, html, xls, xlsx, ods or template.',
    });
  }
  if (name.trim().toLowerCase() === 'sql') {
    throw new SameasError('export-invalid', 'Rows are not written as SQL.', {
      advice: 'Export as CSV, which every database loads, or write the statements with a template.',
    });
  }
  return exportFormat(name);
}

/** An empty separator of fields or lines counts as left out. */
function separatedLayout(format: 'csv' | 'tsv' | '*sv', options: ExportOptions | undefined): SeparatedLayout {
  return {
    separator: filled(options?.separator) ?? (format === 'tsv' ? '\t' : ','),
    lineSeparator: filled(options?.lineSeparator) ?? '\n',
    quoteAll: options?.quoteAll ?? false,
    guardFormulas: options?.guardFormulas ?? false,
  };
}

function filled(text: string | null | undefined): string | undefined {
  return text === '' ? undefined : (text ?? undefined);
}

function writeTable(
  format: Exclude<ExportFormatName, 'template' | 'csv' | 'tsv' | '*sv'>,
  table: ExportTable,
  projectName: string,
  sink: ByteSink,
  text: TextSink,
): void {
  switch (format) {
    case 'html':
      writeHtml(table, projectName, text);
      return;
    case 'xls':
      sink.write(writeXls(sheetOfTable(table, projectName)));
      return;
    case 'xlsx':
      writeXlsx(sheetOfTable(table, projectName), (bytes) => {
        sink.write(bytes);
      });
      return;
    case 'ods':
      writeOds(sheetOfTable(table, projectName), (bytes) => {
        sink.write(bytes);
      });
      return;
  }
}

function readOptions(json: unknown): ExportOptions | undefined {
  if (json === undefined || json === null) return undefined;
  const read =
    typeof json === 'object' && !Array.isArray(json)
      ? readMembers(exportOptionsSchema, { ...json })
      : ({ kind: 'faulty', sentence: 'They must be an object' } as const);
  if (read.kind === 'read') return read.members;
  throw new SameasError('export-invalid', `The options of the export cannot be read. ${read.sentence}.`, {
    advice: 'docs/exporting.md lists the options.',
  });
}

function checkSize(table: ExportTable, { maxRows, maxColumns }: ExportFormat): void {
  const rows = table.maxRows + (table.hasHeader ? 1 : 0);
  if (rows > maxRows) {
    throw new SameasError('export-too-large', `Maximum number of rows exceeded for export format (${maxRows})`, {
      advice: 'Export as CSV, or select fewer rows.',
      facts: { rows, maxRows },
    });
  }
  const columns = table.columnNames.length;
  if (columns > maxColumns) {
    throw new SameasError('export-too-large', `Maximum number of columns exceeded for export format (${maxColumns})`, {
      advice: 'Export as CSV, or select fewer columns.',
      facts: { columns, maxColumns },
    });
  }
}

/** The table as lines of fields. Throws errors of the sink. */
function writeSeparated(table: ExportTable, layout: SeparatedLayout, sink: TextSink): void {
  const field = fieldWriter(layout);
  const writeLine = (texts: readonly string[]): void => {
    sink.write(texts.map((text, place) => field(text, place === 0)).join(layout.separator) + layout.lineSeparator);
  };
  if (table.hasHeader) writeLine(table.columnNames);
  for (const row of table.rows) writeLine(row.map((cell) => cell?.text ?? ''));
  sink.end();
}

/** The table as a sheet: numbers, dates and booleans keep their kind, as far as spreadsheets have it. */
function sheetOfTable(table: ExportTable, projectName: string): WrittenSheet {
  return {
    name: safeSheetName(projectName),
    header: table.hasHeader ? table.columnNames : undefined,
    rows: (function* () {
      for (const row of table.rows) yield row.map((cell) => (cell === null ? null : sheetCell(cell)));
    })(),
  };
}

function sheetCell({ value, text }: ExportCell): WrittenCell {
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', value };
  // A spreadsheet has floating numbers: a whole one that does not fit stays a text, so that no digit is lost.
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return { kind: 'number', value: Number(value) };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (value instanceof DateValue) return { kind: 'date', epochMs: value.epochMs };
  return { kind: 'text', text, ...(isLink(text) ? { link: text } : {}) };
}

interface ExportFormat {
  /** In lower case. */
  readonly name: string;
  readonly contentType: string;
  /** Of the file name for a browser. */
  readonly fileExtension: string;
  /** Most rows (with the header) and columns of the format. */
  readonly maxRows: number;
  readonly maxColumns: number;
}

const TEXT = 'text/plain;charset=UTF-8';
const UNBOUNDED = { maxRows: Infinity, maxColumns: Infinity };
const LARGE_SHEET = { maxRows: 1_048_576, maxColumns: 16_384 };

/** Every format, one line each. Texts are `text/plain`, as clients expect. */
export const EXPORT_FORMAT_TABLE = [
  { name: 'csv', contentType: TEXT, fileExtension: 'csv', ...UNBOUNDED },
  { name: 'tsv', contentType: TEXT, fileExtension: 'tsv', ...UNBOUNDED },
  { name: '*sv', contentType: TEXT, fileExtension: 'txt', ...UNBOUNDED },
  { name: 'html', contentType: 'text/html;charset=UTF-8', fileExtension: 'html', ...UNBOUNDED },
  { name: 'template', contentType: TEXT, fileExtension: 'txt', ...UNBOUNDED },
  { name: 'xls', contentType: 'application/vnd.ms-excel', fileExtension: 'xls', maxRows: 65_536, maxColumns: 256 },
  {
    name: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileExtension: 'xlsx',
    ...LARGE_SHEET,
  },
  { name: 'ods', contentType: 'application/vnd.oasis.opendocument.spreadsheet', fileExtension: 'ods', ...LARGE_SHEET },
] as const satisfies readonly ExportFormat[];

type ExportFormatName = (typeof EXPORT_FORMAT_TABLE)[number]['name'];

/** The format of a name in any case; an unknown one means TSV, as clients always got. */
function exportFormat(name: string): ExportFormat & { readonly name: ExportFormatName } {
  const lower = name.trim().toLowerCase();
  return EXPORT_FORMAT_TABLE.find((format) => format.name === lower) ?? EXPORT_FORMAT_TABLE[1];
}

export interface ExportFormat {
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

export type ExportFormatName = (typeof EXPORT_FORMAT_TABLE)[number]['name'];

/** The format of a name in any case; an unknown one means TSV, as clients always got. */
export function exportFormat(name: string): ExportFormat & { readonly name: ExportFormatName } {
  const lower = name.trim().toLowerCase();
  return EXPORT_FORMAT_TABLE.find((format) => format.name === lower) ?? EXPORT_FORMAT_TABLE[1];
}

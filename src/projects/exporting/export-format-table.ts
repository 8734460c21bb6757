/** A kind of file that rows can be written as. */
export interface ExportFormat {
  /** As clients name it, in lower case. */
  readonly name: string;
  readonly contentType: string;
  /** Of the name under which a browser saves it. */
  readonly fileExtension: string;
  /** How many rows (the header among them) and columns the kind of file can hold. */
  readonly maxRows: number;
  readonly maxColumns: number;
}

const TEXT = 'text/plain;charset=UTF-8';
const UNBOUNDED = { maxRows: Infinity, maxColumns: Infinity };
const LARGE_SHEET = { maxRows: 1_048_576, maxColumns: 16_384 };

/** Every format, one line each. Texts are `text/plain`, because that is what clients expect of them. */
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

/** The format of a name in any case; one that is not known means TSV, which is what clients of every time were given. */
export function exportFormat(name: string): ExportFormat & { readonly name: ExportFormatName } {
  const wanted = name.trim().toLowerCase();
  return EXPORT_FORMAT_TABLE.find((format) => format.name === wanted) ?? EXPORT_FORMAT_TABLE[1];
}

import { zipEntryNames } from '../archives/unpack-archive.js';
import { isCompoundFile, isZip } from './may-be-spreadsheet.js';

/** Kinds of spreadsheets, with their programs' names. */
export type SpreadsheetKind = 'Excel workbook' | 'OpenDocument spreadsheet' | 'Excel 97 workbook';

/**
 * Kind of spreadsheet by content alone; `undefined` for other bytes, also other zip archives and office documents. An
 * old workbook and an encrypted new one look like any old office document until they are read. Throws a SyntaxError for
 * a damaged zip archive.
 */
export async function spreadsheetKind(bytes: Buffer): Promise<SpreadsheetKind | undefined> {
  if (isCompoundFile(bytes)) return 'Excel 97 workbook';
  if (!isZip(bytes)) return undefined;
  // OpenDocument files should have their type at a fixed position; some programs compress it.
  const start = bytes.toString('latin1', 30, 128);
  if (start.startsWith('mimetype'))
    return start.startsWith(ODS_TYPE, 'mimetype'.length) ? 'OpenDocument spreadsheet' : undefined;
  const names = await zipEntryNames(bytes);
  if (names.includes('content.xml') && names.includes('META-INF/manifest.xml')) return 'OpenDocument spreadsheet';
  return names.includes('[Content_Types].xml') && names.some((name) => /^xl[/\\]workbook\./i.test(name))
    ? 'Excel workbook'
    : undefined;
}

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

import type { FormatId } from '../../formats/file-formats.js';
import type { Grid } from '../grid/grid.js';
import { importDatabases } from './import-databases.js';
import { importFixedWidth } from './import-fixed-width.js';
import { importGraphs } from './import-graph.js';
import { importLines } from './import-lines.js';
import type { ImportOptions } from './import-options.js';
import type { ImportTarget, SourceFile } from './import-request.js';
import { importSeparated, type TextFile } from './import-separated.js';
import { importSpreadsheets } from './import-spreadsheet.js';
import { importTree } from './import-tree.js';
import type { SourceColumns } from './table-builder.js';

type Read<File> = (
  files: readonly File[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
) => Grid | Promise<Grid>;

/** Reader of a format: readers of text get the encoding too. An unsupported format has advice instead. */
type ImportReader =
  | { readonly kind: 'text'; readonly read: Read<TextFile> }
  | { readonly kind: 'bytes'; readonly read: Read<SourceFile> }
  | { readonly kind: 'none'; readonly advice: string };

const SPREADSHEETS: ImportReader = { kind: 'bytes', read: importSpreadsheets };
const TURTLE: ImportReader = { kind: 'text', read: (...given) => importGraphs('turtle', ...given) };

/** Every format that clients may name; a file that is only known to be text is examined before. */
export const IMPORT_READERS: Readonly<Record<Exclude<FormatId, 'text'>, ImportReader>> = {
  'text/line-based/*sv': { kind: 'text', read: importSeparated },
  'text/line-based': { kind: 'text', read: importLines },
  'text/line-based/fixed-width': { kind: 'text', read: importFixedWidth },
  'binary/text/xml/xls/xlsx': SPREADSHEETS,
  'text/xml/ods': SPREADSHEETS,
  'text/json': { kind: 'text', read: (...given) => importTree('text/json', ...given) },
  'text/xml': { kind: 'text', read: (...given) => importTree('text/xml', ...given) },
  'text/marc': { kind: 'bytes', read: (...given) => importTree('text/marc', ...given) },
  'binary/sqlite': { kind: 'bytes', read: (...given) => importDatabases('binary/sqlite', ...given) },
  'binary/parquet': { kind: 'bytes', read: (...given) => importDatabases('binary/parquet', ...given) },
  'text/bibtex': { kind: 'bytes', read: (...given) => importDatabases('text/bibtex', ...given) },
  'text/wiki': { kind: 'none', advice: 'Copy the table into a spreadsheet program and save it as CSV.' },
  'text/rdf/nt': TURTLE,
  'text/rdf/n3': TURTLE,
  'text/rdf/ttl': TURTLE,
  'text/rdf/xml': { kind: 'text', read: (...given) => importGraphs('rdf-xml', ...given) },
  'text/rdf/ld+json': { kind: 'text', read: (...given) => importGraphs('json-ld', ...given) },
};

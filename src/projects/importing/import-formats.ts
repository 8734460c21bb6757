import type { RdfSyntax } from '../../formats/rdf/rdf-syntax.js';
import type { Grid } from '../grid/grid.js';
import { importFixedWidth } from './import-fixed-width.js';
import { importLines } from './import-lines.js';
import type { ImportOptions } from './import-options.js';
import type { ImportTarget, SourceFile } from './import-request.js';
import { importSeparated, type TextFile } from './import-separated.js';
import { importSpreadsheets } from './import-spreadsheet.js';
import { importTree } from './import-tree.js';
import type { SourceColumns } from './table-builder.js';

/** A line of the table of formats. */
export interface ImportFormat {
  readonly name: string;
  /** For messages: `a table of separated text`. */
  readonly title: string;
  readonly reader: ImportReader;
}

/** Who reads a format: readers of text get the encoding too; parsers of graphs may be asynchronous. A format that is not read says what to do instead. */
type ImportReader =
  | {
      readonly kind: 'text';
      readonly read: (
        files: readonly TextFile[],
        options: ImportOptions,
        sources: SourceColumns,
        target: ImportTarget,
      ) => Grid;
    }
  | {
      readonly kind: 'bytes';
      readonly read: (
        files: readonly SourceFile[],
        options: ImportOptions,
        sources: SourceColumns,
        target: ImportTarget,
      ) => Grid;
    }
  | { readonly kind: 'graph'; readonly syntax: RdfSyntax }
  | { readonly kind: 'none'; readonly advice: string };

/** Every format that clients may name. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  { name: 'text/line-based/*sv', title: 'a table of separated text', reader: { kind: 'text', read: importSeparated } },
  { name: 'text/line-based', title: 'lines of text', reader: { kind: 'text', read: importLines } },
  {
    name: 'text/line-based/fixed-width',
    title: 'a table with columns of fixed width',
    reader: { kind: 'text', read: importFixedWidth },
  },
  {
    name: 'binary/text/xml/xls/xlsx',
    title: 'an Excel spreadsheet',
    reader: { kind: 'bytes', read: importSpreadsheets },
  },
  { name: 'text/xml/ods', title: 'an OpenDocument spreadsheet', reader: { kind: 'bytes', read: importSpreadsheets } },
  { name: 'text/json', title: 'JSON', reader: { kind: 'text', read: (...given) => importTree('json', ...given) } },
  { name: 'text/xml', title: 'XML', reader: { kind: 'text', read: (...given) => importTree('xml', ...given) } },
  {
    name: 'text/marc',
    title: 'MARC',
    reader: {
      kind: 'none',
      advice: 'Convert it to MARCXML and import that as text/xml, or export a table from the library system.',
    },
  },
  {
    name: 'text/wiki',
    title: 'wiki text',
    reader: { kind: 'none', advice: 'Copy the table into a spreadsheet program and save it as CSV.' },
  },
  { name: 'text/rdf/nt', title: 'RDF (N-Triples)', reader: { kind: 'graph', syntax: 'turtle' } },
  { name: 'text/rdf/n3', title: 'RDF (N3)', reader: { kind: 'graph', syntax: 'turtle' } },
  { name: 'text/rdf/ttl', title: 'RDF (Turtle)', reader: { kind: 'graph', syntax: 'turtle' } },
  { name: 'text/rdf/xml', title: 'RDF/XML', reader: { kind: 'graph', syntax: 'rdf-xml' } },
  { name: 'text/rdf/ld+json', title: 'RDF (JSON-LD)', reader: { kind: 'graph', syntax: 'json-ld' } },
];

/** Undefined when there is no such format. */
export function findImportFormat(name: string): ImportFormat | undefined {
  return IMPORT_FORMATS.find((format) => format.name === name);
}

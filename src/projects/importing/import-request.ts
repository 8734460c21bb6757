import type { ChunkWriter } from '../grid/chunk-store.js';
import type { Grid } from '../grid/grid.js';
import { MAX_COLUMNS, MAX_ROWS } from '../grid/table-size.js';

/** A file to be imported, as it lies on disk. */
export interface ImportedFile {
  readonly path: string;
  /** As the person calls it; only what follows its last slash or backslash counts. */
  readonly name: string;
  /** The media type that came with it. */
  readonly mediaType?: string;
}

/** What is to be made a grid. */
export interface ImportRequest {
  readonly files: readonly ImportedFile[];
  /** One of the names in the table of formats; a name that is not there counts as none. */
  readonly format?: string;
  /** The options as they were sent, JSON already parsed; undefined when none were, which is not the same as none in them: then all is guessed. */
  readonly options?: unknown;
  /** Fields of the time before options: `separator`, `header-lines` … Each fills the option of its meaning where that is missing. */
  readonly legacyFields?: Readonly<Record<string, string>>;
  readonly projectName?: string;
}

/** How much an import may hold; more is refused with `import-too-large`. */
export interface ImportLimits {
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Cells that hold something. */
  readonly maxCells: number;
  /** Characters of one cell. */
  readonly maxCellLength: number;
  /** Elements within elements of JSON and XML. */
  readonly maxDepth: number;
  /** Files in an archive. */
  readonly maxArchiveEntries: number;
  /** Bytes of all files together once they are unpacked. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes for each packed byte, once more than a megabyte came out. */
  readonly maxExpansion: number;
  /** Unpacked bytes of one spreadsheet, which has to be in memory as a whole. */
  readonly maxSpreadsheetBytes: number;
  /** Cells of one spreadsheet, which are read in one go. */
  readonly maxSpreadsheetCells: number;
}

export const DEFAULT_IMPORT_LIMITS: ImportLimits = {
  maxRows: MAX_ROWS,
  maxColumns: MAX_COLUMNS,
  maxCells: 200_000_000,
  maxCellLength: 1_048_576,
  maxDepth: 200,
  maxArchiveEntries: 10_000,
  maxUnpackedBytes: 4 * 1024 ** 3,
  maxExpansion: 200,
  maxSpreadsheetBytes: 200 * 1024 ** 2,
  maxSpreadsheetCells: 2_000_000,
};

export interface ImportTarget {
  readonly chunks: ChunkWriter;
  readonly limits: ImportLimits;
  /** A folder in which files may be unpacked; what is put there is removed again. It must exist. */
  readonly scratchFolder: string;
  /** Called every few thousand rows with their number so far. What it throws ends the import. */
  progress(rows: number): void;
}

export interface ImportResult {
  readonly grid: Grid;
  readonly projectName: string;
  readonly projectTags: readonly string[];
  /** One object for each file: the options that were in force, and `fileSource`. */
  readonly importOptionMetadata: readonly Readonly<Record<string, unknown>>[];
  readonly format: string;
  /** Of the first file; undefined for formats that are no text. */
  readonly encoding: string | undefined;
}

/** One file to read, unpacked. */
export interface SourceFile {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string | undefined;
  /** Name of the archive it came from. */
  readonly archiveName: string | undefined;
}

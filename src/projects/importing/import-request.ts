import { SameasError } from '../../foundation/sameas-error.js';
import { type Sentence, untranslated, inEnglish, sentenceOf } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import type { ErrorCode } from '../../foundation/error-catalogue.js';
import type { ChunkWriter } from '../grid/cell-chunk.js';
import type { Grid } from '../grid/grid.js';

export interface ImportedFile {
  readonly path: string;
  /** Name by the person; only the part after its last slash or backslash counts. */
  readonly name: string;
  /** The media type that came with it. */
  readonly mediaType?: string;
}

export interface ImportRequest {
  readonly files: readonly ImportedFile[];
  /** A name in the table of formats; an unknown one counts as none. */
  readonly format?: string;
  /** Parsed JSON; undefined without options, which is not the same as none in them: then all is guessed. */
  readonly options?: unknown;
  /** Fields of the time before options: `separator`, `header-lines` … Each replaces its missing option. */
  readonly legacyFields?: Readonly<Record<string, string>>;
  readonly projectName?: string;
}

/** Limits of an import; more is refused with `import-too-large`. */
export interface ImportLimits {
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Cells that hold something. */
  readonly maxCells: number;
  /** Characters of one cell. */
  readonly maxCellLength: number;
  /** Nested elements of JSON and XML. */
  readonly maxDepth: number;
  /** Files in an archive. */
  readonly maxArchiveEntries: number;
  /** Bytes of all unpacked files together. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes for each packed byte, once more than a megabyte came out. */
  readonly maxExpansion: number;
  /** Unpacked bytes of one spreadsheet, which has to be in memory as a whole. */
  readonly maxSpreadsheetBytes: number;
  /** Cells of one spreadsheet, which are read in one go. */
  readonly maxSpreadsheetCells: number;
}

/** The most columns of a table. */
export const MAX_COLUMNS = 16_384;
/** The most rows of a table. */
export const MAX_ROWS = 20_000_000;
/** UTF-16 code units of all column names together. */
export const MAX_NAMES_LENGTH = 16 * 1024 * 1024;

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
  /** An existing folder for unpacked files, which are removed again. */
  readonly scratchFolder: string;
  /** Called every few thousand rows with their number so far. Its errors end the import. */
  progress(rows: number): void;
}

export interface ImportResult {
  readonly grid: Grid;
  readonly projectName: string;
  readonly projectTags: readonly string[];
  /** One object for each file: the options in force, and `fileSource`. */
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
  /** Name of its archive. */
  readonly archiveName: string | undefined;
}

/** An upload over a limit. `what` is a whole sentence. */
export function tooLarge(what: string | Sentence, advice: string | Sentence, limit: number): SameasError {
  return new SameasError('import-too-large', what, { advice, facts: { limit } });
}

/** A file that violates its format. `what` follows the file's name and a colon. */
export function damaged(file: string, what: string | Sentence, cause?: unknown): SameasError {
  return new SameasError('import-file-damaged', aboutFile(file, what), {
    advice: sentence('Check that the file is complete and has the format that it was read as.'),
    facts: { file },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A fault of a file, after its name. */
export function aboutFile(file: string, what: string | Sentence): Sentence {
  const Fault = untranslated(what);
  return inEnglish(Fault).endsWith('.')
    ? sentence('{file}: {Fault}', { file, Fault })
    : sentence('{file}: {Fault}.', { file, Fault });
}

/** Error of reading a file → error of an import. */
const IMPORT_CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  'file-damaged': 'import-file-damaged',
  'file-unreadable': 'import-too-large',
  'file-format-unknown': 'import-format-unsupported',
  'source-invalid': 'import-option-invalid',
};

/** Errors of the parsers of src/formats, as our error about a file; others as they are. `advice` replaces theirs. */
export function asImportError(file: string, thrown: unknown, advice?: string | Sentence): unknown {
  if (thrown instanceof SameasError) {
    const code = IMPORT_CODES[thrown.code];
    if (code === undefined) return thrown;
    return new SameasError(code, thrown.sentences.message, {
      advice: advice ?? thrown.sentences.advice ?? sentence('Check the file with the program that wrote it.'),
      facts: thrown.facts,
      cause: thrown,
    });
  }
  if (thrown instanceof SyntaxError) return damaged(file, sentenceOf(thrown), thrown);
  if (thrown instanceof RangeError) {
    return new SameasError('import-too-large', aboutFile(file, sentenceOf(thrown)), {
      advice: sentence('Check the quotation marks of the file and the separator.'),
      facts: { file },
      cause: thrown,
    });
  }
  return thrown;
}

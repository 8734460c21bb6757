import type { RawCell, RecordReader } from '../formats/raw-record.js';
import type { FormatName } from '../formats/record-formats.js';
import { SameasError } from '../foundation/sameas-error.js';

/** What a manifest says about one file; all else is detected. */
export interface FileOptions {
  readonly path: string;
  readonly format?: FormatName | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: string | undefined;
  readonly header?: boolean | undefined;
  /** Name of the sheet of a spreadsheet. */
  readonly sheet?: string | undefined;
}

/** A data file, ready to be read as records. */
export interface DataFile {
  /** As the user named it. */
  readonly file: string;
  /** As it is on disk, for the content hash. */
  readonly stored: Buffer;
  readonly reader: RecordReader;
  /** In words, for the report. */
  readonly readAs: string;
  /** Options that make the same reading again without detection. */
  readonly options: Required<Pick<FileOptions, 'format'>> & FileOptions;
  /** Sentences about what was detected and is worth saying. */
  readonly notes: readonly string[];
  /** The first records, for recognising the columns. */
  readonly sample: () => DataSample;
}

export interface DataSample {
  readonly columns: readonly string[];
  readonly records: readonly (readonly RawCell[])[];
}

/** How many records `sample` gives at most. */
export const SAMPLE_RECORDS = 3000;

/** The error for a file with headings and nothing below, or with no record at all. */
export function noRecords(file: string): SameasError {
  return new SameasError('file-empty', `${file} holds no records, only headings or nothing that can be read as one.`, {
    advice: 'Check that the rows were saved too.',
    facts: { file },
  });
}

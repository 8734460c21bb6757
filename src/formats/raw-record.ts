export interface RawValue {
  readonly text: string;
  /** BCP 47 tag, if in the source. */
  readonly language?: string;
}

/** Content of one cell: plain text (`''` if empty), or an array that is one in the source. */
export type RawCell = string | readonly RawValue[];

export type RecordFaultKind =
  | 'unclosed-quote'
  | 'stray-quote'
  | 'short-row'
  /** The file ends inside a record. */
  | 'cut-off'
  | 'long-row'
  | 'not-json'
  | 'not-a-record'
  | 'not-marc'
  | 'not-xml'
  | 'not-a-statement'
  | 'contradiction'
  | 'broken-encoding'
  | 'nul-characters';

/** A fault at one place of a file. Reading continues after it. */
export interface RecordFault {
  readonly kind: RecordFaultKind;
  /** 1-based line of the file; the number of the record if there are no lines. */
  readonly line: number;
  readonly column?: string;
  /** One sentence on the fault and its handling. */
  readonly message: string;
  readonly rejected: boolean;
  /** Number of faults summarised (undecodable characters); 1 by default. */
  readonly count?: number;
}

/** Takes one record; `line` is its first 1-based line, 0 if unknown. The array is only valid during the call. */
export type VisitRecord = (cells: readonly RawCell[], line: number) => void;

export type ReportFault = (fault: RecordFault) => void;

/** A file as records. `read` may be called repeatedly and gives the same records and faults. */
export interface RecordReader {
  /**
   * Names of the columns. Formats without a header row (JSON) find them while reading: the array grows during the first
   * `read`.
   */
  readonly columns: readonly string[];
  /**
   * All records in file order. A cell array may be shorter than `columns`; missing cells are empty. Memory: one chunk
   * of the file.
   */
  readonly read: (visit: VisitRecord, report: ReportFault) => void;
  /** Unit of places, if not lines: `record`, `row`. */
  readonly placesAre?: 'record' | 'row';
}

/** The texts of a cell: none for an empty one, several for an array. */
export function textsOf(cell: RawCell | undefined): readonly string[] {
  if (cell === undefined || cell === '') return [];
  return typeof cell === 'string' ? [cell] : cell.map(({ text }) => text);
}

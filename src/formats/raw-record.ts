/** One value of a record that came with more than its text. */
export interface RawValue {
  readonly text: string;
  /** BCP 47 tag, when the source gives one. */
  readonly language?: string;
}

/** What one record says in one column: plain text (`''` for nothing), or a list that the source itself keeps as a list. */
export type RawCell = string | readonly RawValue[];

export type RecordFaultKind =
  | 'unclosed-quote'
  | 'stray-quote'
  | 'short-row'
  /** The file ends in the middle of a record. */
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

/** Something wrong at one place of a file. Reading goes on after it. */
export interface RecordFault {
  readonly kind: RecordFaultKind;
  /** 1-based line of the file; the number of the record where there are no lines. */
  readonly line: number;
  readonly column?: string;
  /** One sentence that says what is wrong and what was done about it. */
  readonly message: string;
  /** Whether the record was left out. */
  readonly rejected: boolean;
  /** How often, where one fault stands for several (characters that could not be decoded); 1 when not given. */
  readonly count?: number;
}

/** Takes one record; `line` is the 1-based line on which it begins, 0 where the source does not tell. The array is only valid during the call. */
export type VisitRecord = (cells: readonly RawCell[], line: number) => void;

export type ReportFault = (fault: RecordFault) => void;

/** A file as records. `read` may be called again and then gives the same records and faults. */
export interface RecordReader {
  /** Names of the columns. Formats without a header row (JSON) find them while reading: the list grows during the first `read`. */
  readonly columns: readonly string[];
  /** All records in file order. A cell array may be shorter than `columns`: what is missing is empty. Memory: one chunk of the file. */
  readonly read: (visit: VisitRecord, report: ReportFault) => void;
  /** What places are counted in, where it is not lines: `record`, `row`. */
  readonly placesAre?: 'record' | 'row';
}

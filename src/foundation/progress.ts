/** Progress of long work. Plain data for messages between threads. */
export interface Progress {
  /**
   * Current phase: downloading from a source, reading and analysing, loading, indexing, writing the index, or sending
   * to a search cluster.
   */
  readonly phase: 'fetching' | 'reading' | 'loading' | 'indexing' | 'saving' | 'sending';
  readonly unit: 'bytes' | 'rows' | 'records' | 'documents' | 'steps';
  readonly done: number;
  readonly all?: number;
  /** Records read so far, where the unit is bytes. */
  readonly records?: number;
}

/** Takes progress; may be called at any rate. */
export type ReportProgress = (progress: Progress) => void;

/** Ignores progress. */
export const noProgress: ReportProgress = () => undefined;

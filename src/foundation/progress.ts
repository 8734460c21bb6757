/** How far a long piece of work is. Plain data: it crosses threads. */
export interface Progress {
  /** What is being done: a list is fetched from elsewhere, read and understood, loaded, indexed, its index written, or sent to a search cluster. */
  readonly phase: 'fetching' | 'reading' | 'loading' | 'indexing' | 'saving' | 'sending';
  readonly unit: 'bytes' | 'rows' | 'records' | 'documents' | 'steps';
  readonly done: number;
  /** As far as it is known. */
  readonly all?: number;
  /** Records met so far, where the unit is bytes. */
  readonly records?: number;
}

/** Takes word of how far it is; called as often as one likes. */
export type ReportProgress = (progress: Progress) => void;

/** For callers that watch nothing. */
export const noProgress: ReportProgress = () => undefined;

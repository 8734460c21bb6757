/** One line of the access log. */
export interface AccessEntry {
  readonly address: string;
  /** Name of the key. */
  readonly key?: string;
  /** The path of the dataset among several; empty for the only one. */
  readonly dataset: string;
  readonly method: string;
  /** Path of the route, never the address as it was sent. */
  readonly route: string;
  readonly status: number;
  /** Set when the client went away before it had the whole answer. */
  readonly interrupted?: true;
  readonly elapsedMs: number;
  /** That of the header X-Request-Id, else one of our own. */
  readonly requestId: string;
  /** The trace that it belongs to, where the header traceparent names one. */
  readonly traceId?: string;
  /** Queries of a batch; absent where none were asked. */
  readonly queries?: number;
  /** What was asked, where the setting says so. */
  readonly texts?: readonly string[];
}

export type RecordAccess = (entry: AccessEntry) => void;

export interface AccessEntry {
  readonly address: string;
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
  /** The header X-Request-Id, else a new id. */
  readonly requestId: string;
  /** Of the header traceparent. */
  readonly traceId?: string;
  /** Queries of a batch; absent without any. */
  readonly queries?: number;
  /** Texts of the queries, if the setting says so. */
  readonly texts?: readonly string[];
}

export type RecordAccess = (entry: AccessEntry) => void;

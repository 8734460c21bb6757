import type { BudgetLimits } from './clients/client-budgets.js';

/** What requests may ask for. */
export interface WebLimits extends Partial<BudgetLimits> {
  /** Longest body, after decompression. */
  readonly maxBodyBytes: number;
  /** Time in which a body must have come. Default: a minute. */
  readonly bodyTimeoutMs?: number;
  /** Most rows of a table that is matched and reviewed. */
  readonly maxTableRows?: number;
  /** Longest form that holds such a table. */
  readonly maxTableBytes?: number;
  /** Most queries of one request. */
  readonly maxBatchQueries: number;
  /** Batch size that the manifest advises. */
  readonly batchSize: number;
  /** Parts of batches that are computed at once. */
  readonly batchesAtOnce?: number;
}

/** What holds where a limit is not stated. */
export const DEFAULT_LIMITS = {
  bodyTimeoutMs: 60_000,
  maxTableRows: 200_000,
  maxTableBytes: 64 * 1024 * 1024,
  batchesAtOnce: 8,
  maxClientRequests: 512,
  maxClientQueries: 20_000,
  maxWaitingQueries: 100_000,
  maxClientBytes: 128 * 1024 * 1024,
  maxBytesInFlight: 256 * 1024 * 1024,
  maxClientSeconds: 60,
  maxRequestsPerMinute: 0,
  maxQueriesPerMinute: 0,
} as const satisfies BudgetLimits & Readonly<Record<string, number>>;

import type { BudgetLimits } from './clients/client-budgets.js';

export interface WebLimits extends Partial<BudgetLimits> {
  /** Longest body, after decompression. */
  readonly maxBodyBytes: number;
  /** Time for a whole body. Default: a minute. */
  readonly bodyTimeoutMs?: number;
  /** Most rows of a matched and reviewed table. */
  readonly maxTableRows?: number;
  /** Longest form that holds such a table. */
  readonly maxTableBytes?: number;
  readonly maxBatchQueries: number;
  /** Batch size that the manifest advises. */
  readonly batchSize: number;
  /** Parts of batches computed at once. */
  readonly batchesAtOnce?: number;
}

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

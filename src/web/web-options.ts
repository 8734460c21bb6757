import type { Observe } from '../foundation/observation.js';
import type { Spreadsheets } from '../questions/spreadsheets.js';
import type { LiveDataset } from '../reconciliation/dataset-snapshot.js';
import type { ProjectsWebOptions } from './commands/command-handler.js';

/** What the web chapter needs to serve. */
export interface WebOptions {
  readonly live: LiveDataset;
  readonly observe: Observe;
  /** Absolute address by which users reach the service, with or without a slash at the end. Without it, each request tells. */
  readonly publicBaseUrl?: string;
  /** How many proxies stand in front, whose X-Forwarded-… headers are believed; 0 believes none. */
  readonly trustedProxies: number;
  readonly limits: WebLimits;
  /** How spreadsheets of names are read and written. */
  readonly spreadsheets: Spreadsheets;
  /** What `/metrics` answers; without it there is no such route. */
  readonly metrics?: { readonly contentType: string; readonly render: () => Promise<string> };
  /** The projects wing; without it there are no commands and no pages of projects. */
  readonly projects?: ProjectsWebOptions;
}

export interface WebLimits {
  /** Longest body, after decompression. */
  readonly maxBodyBytes: number;
  /** Most queries of one request. */
  readonly maxBatchQueries: number;
  /** Batch size that the manifest advises. */
  readonly batchSize: number;
  /** Most queries that may be under way at once over all requests; beyond it clients are asked to come again. Default: `DEFAULT_MAX_WAITING_QUERIES`. */
  readonly maxWaitingQueries?: number;
}

/** Some minutes of work for a small machine: whoever waits longer has given up. */
export const DEFAULT_MAX_WAITING_QUERIES = 20_000;

import type { RequestListener } from 'node:http';
import { createReadingThreads } from '../assembly/reading-threads.js';
import { createApp } from '../web/create-app.js';
import { partsOf } from './dataset-parts.js';
import type { OpenDataset } from './open-dataset.js';

export interface RouterOptions {
  /**
   * Absolute address for users, such as `https://example.org/authors/`, in the manifest. Default: that of each request.
   */
  readonly baseUrl?: string | undefined;
  /** Proxies in front whose X-Forwarded-… headers are believed; 0 by default. */
  readonly trustedProxies?: number | undefined;
  /** Most queries of one request; 2,000 by default. */
  readonly maxBatchQueries?: number | undefined;
  /** Longest body in bytes; 16 MB by default. */
  readonly maxBodyBytes?: number | undefined;
}

/**
 * A handler of the reconciliation protocol in every form over a dataset: to be mounted in an Express application
 * (`app.use('/authors', router)`), before anything that reads bodies, or given to Node's `createServer`. It ends with
 * the dataset.
 */
export function createReconciliationRouter(dataset: OpenDataset, options: RouterOptions = {}): RequestListener {
  const { live, settings, observe, createBrowsing, createTables, closeWith } = partsOf(dataset);
  const {
    baseUrl,
    trustedProxies = 0,
    maxBatchQueries = settings.maxBatchQueries,
    maxBodyBytes = settings.maxBodyBytes,
  } = options;
  const reading = createReadingThreads();
  const browsing = createBrowsing();
  closeWith(async () => {
    await reading.close();
    await browsing.close();
  });
  return createApp({
    live,
    observe,
    reading,
    browsing,
    tables: createTables(),
    ...(baseUrl !== undefined && { publicBaseUrl: baseUrl }),
    trustedProxies,
    limits: { ...settings, maxBatchQueries, maxBodyBytes },
  });
}

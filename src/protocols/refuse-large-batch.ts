import { SameasError } from '../foundation/sameas-error.js';

/** Throws `batch-too-large` for a batch of more than `maxQueries`. */
export function refuseLargeBatch(queries: number, maxQueries: number): void {
  if (queries <= maxQueries) return;
  throw new SameasError(
    'batch-too-large',
    `The batch holds ${String(queries)} queries; the service takes ${String(maxQueries)} at once.`,
    {
      facts: { queries, limit: maxQueries },
      advice: 'Send smaller batches; the manifest advises a size in "batchSize".',
    },
  );
}

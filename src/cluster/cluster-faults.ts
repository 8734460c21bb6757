import { SameasError } from '../foundation/sameas-error.js';
import type { FailedSearch } from './search-cluster.js';

/** What clients are told, and for the log what the cluster said. */
export function unavailable({ fault }: FailedSearch): SameasError {
  return new SameasError(
    'search-cluster-unavailable',
    'The search cluster that holds the dataset gave no whole answer in time.',
    { advice: 'Send the same request again in a few seconds.', cause: fault },
  );
}

import { SameasError } from '../foundation/sameas-error.js';
import type { FailedSearch } from './search-cluster.js';

/** Error for clients, with the cluster's words for the log. */
export function unavailable({ fault }: FailedSearch): SameasError {
  return new SameasError(
    'search-cluster-unavailable',
    'The search cluster that holds the dataset gave no whole answer in time.',
    { advice: 'Send the same request again in a few seconds.', cause: fault },
  );
}

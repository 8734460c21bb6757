import type { ClusterAccess } from '../cluster/cluster-connection.js';
import type { ClusterReading, ClusterState } from '../cluster/cluster-dataset.js';

/** A state of a dataset in a search cluster in transferable form; each thread connects on its own. */
export interface ClusterImage extends ClusterState {
  /** Address and credentials. */
  readonly access: ClusterAccess;
  readonly reading: ClusterReading;
}

/** Whether a transferable snapshot is of a dataset in a search cluster. */
export function isClusterImage<Other extends object>(image: ClusterImage | Other): image is ClusterImage {
  return 'names' in image;
}

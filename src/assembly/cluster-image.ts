import type { ClusterAccess } from '../cluster/cluster-connection.js';
import type { ClusterReading, ClusterState } from '../cluster/cluster-dataset.js';

/** A state of a dataset in a search cluster as it travels to a thread, which makes a connection of its own. */
export interface ClusterImage extends ClusterState {
  /** Where it is, and as whom it is read. */
  readonly access: ClusterAccess;
  readonly reading: ClusterReading;
}

/** Whether an image is that of a dataset in a search cluster. */
export function isClusterImage<Other extends object>(image: ClusterImage | Other): image is ClusterImage {
  return 'names' in image;
}

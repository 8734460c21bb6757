import type { ClusterAccess } from '../cluster/cluster-connection.js';
import type { ClusterReading } from '../cluster/cluster-dataset.js';
import type { DatasetSettings } from '../cluster/dataset-settings.js';
import type { IndexNames } from '../cluster/index-names.js';

/** A state of a dataset in a search cluster as it travels to a thread, which makes a connection of its own. */
export interface ClusterImage {
  readonly id: string;
  /** Where it is, and as whom it is read. */
  readonly access: ClusterAccess;
  /** Its two indexes, which never change. */
  readonly names: IndexNames;
  readonly settings: DatasetSettings;
  readonly reading: ClusterReading;
}

/** Whether an image is that of a dataset in a search cluster. */
export function isClusterImage<Other extends object>(image: ClusterImage | Other): image is ClusterImage {
  return 'names' in image;
}

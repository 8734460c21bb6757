import type { createBrowseThreads } from '../assembly/browse-threads.js';
import type { LiveDataset } from '../describe/served-snapshot.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { TableThreads } from '../web/matching/table-task.js';

/* Apart from open-dataset.ts, whose declarations the package shows: these lead to the types of other packages. */

/** Parts of a dataset for a router. */
export interface DatasetParts {
  readonly live: LiveDataset;
  readonly settings: Settings;
  readonly observe: Observe;
  /** Threads that browse and that match tables; made for each router. */
  readonly createBrowsing: () => ReturnType<typeof createBrowseThreads>;
  readonly createTables: () => TableThreads;
  /** Ends parts of the dataset, before the dataset itself. */
  readonly closeWith: (close: () => Promise<void>) => void;
}

const PARTS = new WeakMap<object, DatasetParts>();

/** Keeps the parts of a dataset as long as the dataset exists. */
export function keepParts(dataset: object, parts: DatasetParts): void {
  PARTS.set(dataset, parts);
}

/** The parts of a dataset that was opened here. Throws a TypeError for anything else. */
export function partsOf(dataset: object): DatasetParts {
  const parts = PARTS.get(dataset);
  if (parts === undefined) throw new TypeError('This is no dataset that openDataset has opened.');
  return parts;
}

import type { DatasetSnapshot } from './dataset-snapshot.js';

/**
 * Reads what a dataset contains, wherever it lies. What a snapshot says of its dataset as a whole – metadata, types, properties, counts, the scoring model – is at hand at any time;
 * entities, names and values are read in `read` alone.
 */
export interface DatasetAccess {
  /**
   * What `compute` gives over a snapshot with all the contents that it asks for. It may be computed several times, each with more of what it asked for before, and only the last result
   * counts: it must change nothing, and depend on the snapshot alone. Rejects with what it throws, and with what keeps the contents from being read.
   */
  readonly read: <Result>(compute: (snapshot: DatasetSnapshot) => Result) => Promise<Result>;
}

/** Over a snapshot in memory: computed once, before the promise is given. */
export function readInMemory(snapshot: DatasetSnapshot): DatasetAccess['read'] {
  return (compute) =>
    new Promise((resolve) => {
      resolve(compute(snapshot));
    });
}

import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Observation } from '../foundation/observation.js';
import type { ReportProgress } from '../foundation/progress.js';
import { isUnchanged, prepareSnapshot, readContentHash, type PreparationRequest } from './prepare-snapshot.js';
import type { SnapshotImage } from './snapshot-image.js';

/**
 * Events of loading: the snapshot (absent if unchanged), after which its index may still be written, and observations.
 */
export type BuildEvent =
  | { readonly kind: 'ready'; readonly image: SnapshotImage | undefined }
  | { readonly kind: 'observed'; readonly observations: readonly Observation[] }
  /** A temporary file that must not outlive the process; `undefined`: it is gone. */
  | { readonly kind: 'temporary'; readonly path: string | undefined };

export interface LoadingRequest extends PreparationRequest {
  /** The content hash of the served dataset: if it is unchanged, nothing is loaded. */
  readonly served?: string | undefined;
}

/** A thread that loads and indexes a dataset without blocking the HTTP thread. */
export function begin(_: undefined, tell: (event: BuildEvent) => void) {
  return {
    contentHash: (source: DatasetSource): Promise<string> => readContentHash(source),
    load: async (request: LoadingRequest): Promise<void> => {
      if (request.served !== undefined && (await isUnchanged(request.source, request.served))) {
        tell({ kind: 'ready', image: undefined });
        return;
      }
      const { image, observations, afterwards } = await prepareSnapshot(request, {
        tell: nowAndThen((progress) =>
          tell({ kind: 'observed', observations: [{ kind: 'dataset-progress', progress }] }),
        ),
        temporary: (path) => tell({ kind: 'temporary', path }),
      });
      tell({ kind: 'observed', observations });
      tell({ kind: 'ready', image });
      tell({ kind: 'observed', observations: await afterwards() });
    },
  };
}

const EVERY_MS = 100;

/** Passes on progress at most ten times a second. */
function nowAndThen(tell: ReportProgress): ReportProgress {
  let last = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    tell(progress);
  };
}

import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Observation } from '../foundation/observation.js';
import type { TellProgress } from '../foundation/progress.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { SnapshotImage } from './snapshot-image.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { isUnchanged, prepareSnapshot, readContentHash, type PreparationRequest } from './prepare-snapshot.js';
import { toPlainError, type PlainError } from './worker-protocol.js';

/** What the preparing thread sends: a snapshot (none where what is served is unchanged), a content hash or an error, then whatever else is worth knowing, then it ends. */
export type BuildMessage =
  | { readonly kind: 'ready'; readonly image: SnapshotImage | undefined }
  | { readonly kind: 'read'; readonly contentHash: string }
  | { readonly kind: 'failed'; readonly error: PlainError }
  | { readonly kind: 'observed'; readonly observations: readonly Observation[] }
  /** A file is being written that must not stay when the process ends; `undefined`: it is gone. */
  | { readonly kind: 'temporary'; readonly path: string | undefined };

/** What the thread is asked when there may be nothing to load: only what the content of a source is known by. */
export interface ReadingRequest {
  readonly read: DatasetSource;
}

/** What the thread is asked when it is to load. */
export interface LoadingRequest extends PreparationRequest {
  /** The content hash of what is served: nothing is loaded where that is unchanged. */
  readonly served?: string | undefined;
}

/** The body of the thread that loads and indexes a dataset, so that the HTTP thread goes on serving meanwhile. */
async function build(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const send = (message: BuildMessage): void => port.postMessage(message);
  try {
    const request = workerData as LoadingRequest | ReadingRequest; // given by prepare-in-worker.ts
    if ('read' in request) {
      send({ kind: 'read', contentHash: await readContentHash(request.read) });
      return;
    }
    if (request.served !== undefined && (await isUnchanged(request.source, request.served))) {
      send({ kind: 'ready', image: undefined });
      return;
    }
    const { image, observations, afterwards } = await prepareSnapshot(request, {
      tell: nowAndThen((progress) =>
        send({ kind: 'observed', observations: [{ kind: 'dataset-progress', progress }] }),
      ),
      temporary: (path) => send({ kind: 'temporary', path }),
    });
    send({ kind: 'observed', observations });
    send({ kind: 'ready', image });
    send({ kind: 'observed', observations: await afterwards() });
  } catch (thrown) {
    send({ kind: 'failed', error: toPlainError(asSameasError(thrown)) });
  }
}

const EVERY_MS = 100;

/** Passes on what is told, at most every tenth of a second. */
function nowAndThen(tell: TellProgress): TellProgress {
  let last = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    tell(progress);
  };
}

void build();

import type { Browsing } from '../browsing/browse-query.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { begin } from './browse-worker.js';
import { imageOf } from './snapshot-image.js';
import { WorkerService } from './workers/worker-service.js';
import type { WorkerEnd } from './workers/worker-thread.js';

interface BrowseLimits {
  readonly megabytes: number;
  /** Maximum time of a task without a result or progress. */
  readonly milliseconds: number;
  /** An idle thread ends after this time, which frees its memory. */
  readonly idleMs: number;
}

const LIMITS: BrowseLimits = { megabytes: 4096, milliseconds: 30_000, idleMs: 15 * 60_000 };

interface SnapshotBrowser {
  readonly id: string;
  readonly service: WorkerService<typeof begin>;
  readonly progress: () => number;
}

/**
 * Browses on a thread that starts with the first request. There is one thread: another snapshot waits for pending
 * answers over the one before. `close` ends it.
 */
export function createBrowseThreads(
  mostSearched: number,
  limits = LIMITS,
): Browsing & { readonly close: () => Promise<void> } {
  let latest: SnapshotBrowser | undefined;

  async function serviceFor(snapshot: DatasetSnapshot): Promise<WorkerService<typeof begin>> {
    while (latest !== undefined && latest.id !== snapshot.id) {
      const before = latest;
      await before.service.finish();
      if (latest === before) latest = undefined;
    }
    latest ??= browserOf(snapshot, mostSearched, limits);
    return latest.service;
  }

  return {
    browse: async (snapshot, query) => (await serviceFor(snapshot)).run('browse', query),
    save: async (snapshot, query, form) => (await serviceFor(snapshot)).run('save', { query, form }),
    progress: (snapshot) => (latest?.id === snapshot.id ? latest.progress() : 0),
    close: async () => {
      await latest?.service.close();
    },
  };
}

function browserOf(
  snapshot: DatasetSnapshot,
  mostSearched: number,
  { megabytes, milliseconds, idleMs }: BrowseLimits,
): SnapshotBrowser {
  let progress = 0;
  const service = new WorkerService<typeof begin>({
    module: 'browse-worker',
    start: () => {
      progress = 0;
      return { image: imageOf(snapshot), mostSearched };
    },
    limits: { maxOldGenerationSizeMb: megabytes },
    silentMs: milliseconds,
    idleMs,
    hear: (share) => (progress = share),
    faultOf: browsingFailed,
  });
  return { id: snapshot.id, service, progress: () => progress };
}

function browsingFailed({ cause, fault }: WorkerEnd): Error {
  if (cause === 'closed') return new SameasError('internal', 'The service stops.');
  if (cause !== 'time' && cause !== 'memory')
    return fault ?? new SameasError('internal', 'The thread that browses ended.');
  return new SameasError(
    'browsing-failed',
    cause === 'time'
      ? sentence('Browsing the entities takes too much time.')
      : sentence('Browsing the entities takes too much memory.'),
    {
      advice: sentence('Set browseEntities to a smaller number, or try again with fewer words.'),
    },
  );
}

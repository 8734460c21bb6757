import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { EntityEditing } from '../web/entities/answer-entities.js';
import type { ChangesImage } from './changed-snapshot.js';
import type { begin, ChangesBase, ShownChanges } from './changes-worker.js';
import type { SnapshotImage } from './snapshot-image.js';
import { WorkerService } from './workers/worker-service.js';

/** With this many changed entities the dataset is rebuilt, so that its statistics follow and updates stay fast. */
const MAX_PENDING = 2_000;

/** A thread that is lost sooner is restarted only on demand. */
const RESTART_AFTER_MS = 5_000;

interface EntityChangesOptions {
  readonly log: string;
  /** Serves this snapshot with these changes in front; nothing happens for one no longer served. */
  readonly show: (base: SnapshotImage, changes: ChangesImage | undefined) => void;
  readonly compact: () => Promise<unknown>;
}

/** The changes of the entities of one dataset, on a thread that starts with the first one. */
export interface EntityChanges extends EntityEditing {
  /** Makes this the base of changes; resolves to those that it lacks. */
  readonly over: (image: SnapshotImage) => Promise<ChangesImage | undefined>;
  /** Called when all requests have been answered. */
  readonly close: () => Promise<void>;
}

/** Starts nothing yet. */
export function createEntityChanges({ log, show, compact }: EntityChangesOptions): EntityChanges {
  let base: ChangesBase | undefined;
  let isClosed = false;
  let isCompacting = false;
  let startedAt = 0;
  const service = new WorkerService<typeof begin>({
    module: 'changes-worker',
    start: () => {
      if (base === undefined) throw new Error('a thread is started for a dataset that is loaded');
      startedAt = performance.now();
      return { log, base };
    },
    hear: (shown) => {
      if (base === undefined || shown.base !== base.number) return;
      show(base.image, shown.changes);
      compactIfMany(shown);
    },
    whenLost: () => {
      // Shown changes may not be on disk: a new thread shows those that are.
      if (performance.now() - startedAt >= RESTART_AFTER_MS) service.wake();
    },
    faultOf: ({ reason, fault }) =>
      new SameasError('save-in-doubt', 'The change was interrupted: whether it was saved is unknown.', {
        cause: fault ?? reason,
        advice: 'Fetch the entity to see.',
      }),
  });

  function compactIfMany({ entities }: ShownChanges): void {
    if (entities < MAX_PENDING || isCompacting) return;
    isCompacting = true;
    // A failure is observed by the dataset, which serves the old state.
    void compact()
      .catch(() => undefined)
      .finally(() => (isCompacting = false));
  }

  return {
    ask: (task) =>
      base === undefined || isClosed
        ? Promise.reject(
            new SameasError('not-ready', sentence('The dataset is still being loaded.'), {
              advice: sentence('Try again in a few seconds.'),
            }),
          )
        : service.run('write', task),
    over: async (image) => {
      const next: ChangesBase = { number: (base?.number ?? 0) + 1, image };
      base = next;
      if (!service.isAwake) return undefined;
      const shown = await service.run('rebase', next).catch(() => undefined);
      if (shown === undefined || next !== base) return undefined;
      compactIfMany(shown);
      return shown.changes;
    },
    close: async () => {
      isClosed = true;
      await service.close();
    },
  };
}

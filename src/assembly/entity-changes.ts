import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { EntityEditing } from '../web/entities/entities-port.js';
import type { ChangesImage } from './changed-snapshot.js';
import type { begin, ChangesBase, ShownChanges } from './changes-worker.js';
import type { SnapshotImage } from './snapshot-image.js';
import { WorkerService } from './workers/worker-service.js';

/** With this many changed entities the dataset is built anew, so that its statistics follow and making changes visible stays quick. */
const MAX_PENDING = 2_000;

/** A thread that is lost sooner is not started again before it is asked for. */
const RESTART_AFTER_MS = 5_000;

interface EntityChangesOptions {
  /** The log of changes. */
  readonly log: string;
  /** Serves this snapshot with these changes in front of it; of one that is not served any more nothing comes. */
  readonly show: (base: SnapshotImage, changes: ChangesImage | undefined) => void;
  /** Builds the dataset anew, with all changes in it. */
  readonly compact: () => Promise<unknown>;
}

/** The changes of the entities of one dataset, on a thread that is started with the first. */
export interface EntityChanges extends EntityEditing {
  /** Has changes stand in front of this snapshot from now on; gives those that it does not contain. */
  readonly over: (image: SnapshotImage) => Promise<ChangesImage | undefined>;
  /** To be called when what was asked has been answered. */
  readonly close: () => Promise<void>;
}

/** Nothing is started yet. */
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
      // What is shown may hold what is not on disk: a new thread shows what is.
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
    // A failure is observed by the dataset, and what is served stays.
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

import { SameasError } from '../foundation/sameas-error.js';
import type { EntityAnswer, EntityEditing, EntityTask } from '../web/entities/answer-entities.js';
import type { ChangesImage } from './changed-snapshot.js';
import type { begin, ChangesBase, ShownChanges } from './changes-worker.js';
import type { SnapshotImage } from './snapshot-image.js';
import { stillLoading } from './leased-snapshots.js';
import { WorkerService } from './workers/worker-service.js';
import type { WorkerEnd } from './workers/worker-thread.js';

/** With this many changed entities the dataset is rebuilt, so that its statistics follow and updates stay fast. */
const MAX_PENDING = 2_000;

/** A thread that is lost sooner is restarted only on demand. */
const RESTART_AFTER_MS = 5_000;

interface EntityChangesOptions {
  readonly log: string;
  /** Serves this snapshot with these changes in front; nothing happens for one no longer served. */
  readonly show: (base: SnapshotImage, changes: ChangesImage | undefined) => void;
  readonly compact: () => Promise<unknown>;
  /** Called when the thread has ended. */
  readonly release: () => void;
}

/** The changes of the entities of one dataset, on a thread that starts with the first one. */
export class EntityChanges implements EntityEditing {
  readonly #options: EntityChangesOptions;
  #base: ChangesBase | undefined;
  #isClosed = false;
  #isCompacting = false;
  readonly #service: WorkerService<typeof begin>;

  /** Starts nothing yet. */
  constructor(options: EntityChangesOptions) {
    this.#options = options;
    let startedAt = 0;
    this.#service = new WorkerService<typeof begin>({
      module: 'changes-worker',
      start: () => {
        if (this.#base === undefined) throw new Error('a thread is started for a dataset that is loaded');
        startedAt = performance.now();
        return { log: options.log, base: this.#base };
      },
      hear: (shown) => {
        if (this.#base === undefined || shown.base !== this.#base.number) return;
        options.show(this.#base.image, shown.changes);
        this.#compactIfMany(shown);
      },
      whenLost: () => {
        // Shown changes may not be on disk: a new thread shows those that are.
        if (performance.now() - startedAt >= RESTART_AFTER_MS) this.#service.wake();
      },
      faultOf: changeInDoubt,
    });
  }

  ask(task: EntityTask): Promise<EntityAnswer> {
    return this.#base === undefined || this.#isClosed
      ? Promise.reject(stillLoading())
      : this.#service.run('write', task);
  }

  /** Makes this the base of changes; resolves to those that it lacks. */
  async over(image: SnapshotImage): Promise<ChangesImage | undefined> {
    const next: ChangesBase = { number: (this.#base?.number ?? 0) + 1, image };
    this.#base = next;
    if (!this.#service.isAwake) return undefined;
    const shown = await this.#service.run('rebase', next).catch(() => undefined);
    if (shown === undefined || next !== this.#base) return undefined;
    this.#compactIfMany(shown);
    return shown.changes;
  }

  /** Called when all requests have been answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#service.close();
    this.#options.release();
  }

  #compactIfMany({ entities }: ShownChanges): void {
    if (entities < MAX_PENDING || this.#isCompacting) return;
    this.#isCompacting = true;
    // A failure is observed by the dataset, which serves the old state.
    void this.#options
      .compact()
      .catch(() => undefined)
      .finally(() => (this.#isCompacting = false));
  }
}

/** The error of a change whose thread has ended. */
export function changeInDoubt({ reason, fault }: WorkerEnd): SameasError {
  return new SameasError('save-in-doubt', 'The change was interrupted: whether it was saved is unknown.', {
    cause: fault ?? reason,
    advice: 'Fetch the entity to see.',
  });
}

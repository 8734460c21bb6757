import { Worker } from 'node:worker_threads';
import { SameasError } from '../foundation/sameas-error.js';
import type { EntityAnswer, EntityEditing } from '../web/entities/entities-port.js';
import type { ChangesImage } from './changed-snapshot.js';
import type { ChangesBase, ChangesMessage, ChangesWork, NumberedTask } from './changes-worker.js';
import type { SnapshotImage } from './snapshot-image.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError } from './worker-protocol.js';

/** With this many changed entities the dataset is built anew, so that its statistics follow and making changes visible stays quick. */
const MOST_PENDING = 2_000;

/** A thread that is lost sooner is not started again before somebody asks. */
const RESTART_AFTER_MS = 5_000;

export interface EntityChangesOptions {
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

interface Waiting {
  readonly resolve: (answer: EntityAnswer) => void;
  readonly reject: (fault: Error) => void;
}

/** Nothing is started yet. */
export function createEntityChanges({ log, show, compact }: EntityChangesOptions): EntityChanges {
  let base: ChangesBase | undefined;
  let thread: Worker | undefined;
  let isClosed = false;
  let isCompacting = false;
  let tasks = 0;
  let startedAt = 0;
  const waiting = new Map<number, Waiting>();
  let rebased: { readonly number: number; readonly resolve: (changes: ChangesImage | undefined) => void } | undefined;

  function hear(message: ChangesMessage): void {
    if (message.kind === 'changes') {
      hearChanges(message);
      return;
    }
    const asked = waiting.get(message.number);
    waiting.delete(message.number);
    if (message.kind === 'answer') asked?.resolve(message.answer);
    else asked?.reject(fromPlainError(message.error));
  }

  function hearChanges({ base: number, changes, entities }: ChangesMessage & { readonly kind: 'changes' }): void {
    if (base === undefined || number !== base.number) return;
    if (rebased?.number === number) {
      rebased.resolve(changes);
      rebased = undefined;
    } else show(base.image, changes);
    if (entities < MOST_PENDING || isCompacting) return;
    isCompacting = true;
    // A failure is observed by the dataset, and what is served stays.
    void compact()
      .catch(() => undefined)
      .finally(() => (isCompacting = false));
  }

  function lose(fault: Error): void {
    const old = thread;
    thread = undefined;
    void old?.terminate();
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
    rebased?.resolve(undefined);
    rebased = undefined;
    // What is shown may hold what is not on disk: a new thread shows what is.
    if (isClosed || base === undefined || performance.now() - startedAt < RESTART_AFTER_MS) return;
    threadFor(base);
  }

  function threadFor(first: ChangesBase): Worker {
    if (thread !== undefined) return thread;
    startedAt = performance.now();
    const worker = new Worker(workerEntry('changes-worker'), {
      workerData: { log, base: first } satisfies ChangesWork,
    });
    worker.unref();
    worker.on('message', (message: ChangesMessage) => {
      if (thread === worker) hear(message);
    });
    const lost = (fault: Error): void => {
      if (thread === worker)
        lose(
          new SameasError('save-in-doubt', 'The change was interrupted: whether it was saved is unknown.', {
            cause: fault,
            advice: 'Fetch the entity to see.',
          }),
        );
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('the thread ended')));
    thread = worker;
    return worker;
  }

  return {
    ask: (task) => {
      if (base === undefined || isClosed)
        return Promise.reject(
          new SameasError('not-ready', 'The dataset is still being loaded.', { advice: 'Try again in a few seconds.' }),
        );
      const worker = threadFor(base);
      return new Promise((resolve, reject) => {
        const number = tasks++;
        waiting.set(number, { resolve, reject });
        worker.postMessage({ kind: 'task', number, task } satisfies NumberedTask);
      });
    },
    over: (image) => {
      base = { kind: 'base', number: (base?.number ?? 0) + 1, image };
      const { number } = base;
      const worker = thread;
      rebased?.resolve(undefined);
      rebased = undefined;
      if (worker === undefined) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        rebased = { number, resolve };
        worker.postMessage(base);
      });
    },
    close: async () => {
      isClosed = true;
      const worker = thread;
      thread = undefined;
      await worker?.terminate();
    },
  };
}

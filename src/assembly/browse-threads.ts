import { Worker } from 'node:worker_threads';
import type { Browsing } from '../browsing/browse-query.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { BrowseMessage, BrowseTask, BrowseWork } from './browse-worker.js';
import { imageOf } from './snapshot-image.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError } from './worker-protocol.js';

/** What looking through entities may take. */
interface BrowseLimits {
  readonly megabytes: number;
  /** Time without an answer or progress while something is asked. */
  readonly milliseconds: number;
  /** A thread that was asked nothing for so long is ended, and its memory is free again. */
  readonly idleMs: number;
}

const LIMITS: BrowseLimits = { megabytes: 4096, milliseconds: 30_000, idleMs: 15 * 60_000 };

/** Looks through the entities on a thread that is started when somebody browses. There is one at a time: another snapshot has to wait for the answers over the one before. `close` ends it. */
export function createBrowseThreads(
  mostSearched: number,
  limits = LIMITS,
): Browsing & { readonly close: () => Promise<void> } {
  let latest: { readonly id: string; readonly thread: BrowseThread } | undefined;

  async function threadFor(snapshot: DatasetSnapshot): Promise<BrowseThread> {
    while (latest !== undefined && !latest.thread.hasEnded()) {
      if (latest.id === snapshot.id) return latest.thread;
      latest.thread.retire();
      await latest.thread.ended;
    }
    const thread = startBrowseThread({ image: imageOf(snapshot), mostSearched }, limits);
    latest = { id: snapshot.id, thread };
    return thread;
  }

  return {
    browse: async (snapshot, query) => {
      const message = await (await threadFor(snapshot)).ask({ query });
      if (message.kind === 'answer') return message.answer;
      throw message.kind === 'failed'
        ? fromPlainError(message.error)
        : new SameasError('internal', 'The thread that browses answered something else than it was asked.');
    },
    save: async (snapshot, query, form) => {
      const message = await (await threadFor(snapshot)).ask({ query, form });
      if (message.kind === 'file') return message.text;
      throw message.kind === 'failed'
        ? fromPlainError(message.error)
        : new SameasError('internal', 'The thread that browses answered something else than it was asked.');
    },
    progress: (snapshot) => (latest?.id === snapshot.id ? latest.thread.progress() : 0),
    close: async () => {
      await latest?.thread.end();
    },
  };
}

interface BrowseThread {
  readonly ask: (asked: Omit<BrowseTask, 'task'>) => Promise<Exclude<BrowseMessage, { readonly kind: 'progress' }>>;
  readonly progress: () => number;
  readonly hasEnded: () => boolean;
  readonly ended: Promise<void>;
  /** Ends it after its last answer. */
  readonly retire: () => void;
  readonly end: () => Promise<unknown>;
}

interface Waiting {
  readonly resolve: (message: Exclude<BrowseMessage, { readonly kind: 'progress' }>) => void;
  readonly reject: (fault: Error) => void;
}

function startBrowseThread(workerData: BrowseWork, { megabytes, milliseconds, idleMs }: BrowseLimits): BrowseThread {
  const worker = new Worker(workerEntry('browse-worker'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let tasks = 0;
  let share = 0;
  let isRetired = false;
  let endedBy: Error | undefined;
  let timer: NodeJS.Timeout | undefined;
  let tellEnd: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (tellEnd = resolve));

  const fail = (fault: Error): void => {
    endedBy ??= fault;
    tellEnd();
    clearTimeout(timer);
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
    void worker.terminate();
  };
  const watch = (): void => {
    clearTimeout(timer);
    if (endedBy !== undefined) return;
    if (waiting.size > 0) timer = setTimeout(() => fail(tooMuch('time')), milliseconds);
    else if (isRetired) fail(new Error('retired'));
    else timer = setTimeout(() => fail(new Error('idle')), idleMs);
    timer?.unref();
  };
  worker.on('message', (message: BrowseMessage) => {
    if (message.kind === 'progress') share = message.share;
    else {
      waiting.get(message.task)?.resolve(message);
      waiting.delete(message.task);
    }
    watch();
  });
  worker.on('error', (fault) =>
    fail('code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('memory') : fault),
  );
  worker.on('exit', () => fail(new SameasError('internal', 'The thread that browses ended.')));
  return {
    ask: (asked) =>
      new Promise((resolve, reject) => {
        if (endedBy !== undefined) {
          reject(endedBy);
          return;
        }
        const task = tasks++;
        waiting.set(task, { resolve, reject });
        watch();
        worker.postMessage({ ...asked, task } satisfies BrowseTask);
      }),
    progress: () => share,
    hasEnded: () => endedBy !== undefined,
    ended,
    retire: () => {
      isRetired = true;
      watch();
    },
    end: () => {
      fail(new SameasError('internal', 'The service stops.'));
      return worker.terminate();
    },
  };
}

function tooMuch(what: 'time' | 'memory'): SameasError {
  return new SameasError('browsing-failed', `Looking through the entities takes too much ${what}.`, {
    advice: 'Set browseEntities to a smaller number, or try again with fewer words.',
  });
}

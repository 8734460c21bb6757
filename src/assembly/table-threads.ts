import { Worker } from 'node:worker_threads';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { AskQueries, TableThreads, TakeRows } from '../web/matching/table-task.js';
import type { ClusterImage } from './cluster-image.js';
import { imageOf } from './snapshot-image.js';
import type { TableMessage, TableOutcomes, TableResult, TableWork } from './table-worker.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError, toPlainError } from './worker-protocol.js';

/** What one table may take. */
interface TableLimits {
  readonly megabytes: number;
  /** Time without a batch that is asked for or an answer: that of reading a table, or of writing one. */
  readonly milliseconds: number;
}

const LIMITS: TableLimits = { megabytes: 512, milliseconds: 20_000 };
/** For tables that are kept and written: they may be ten times as long. */
const LONG_LIMITS: TableLimits = { megabytes: 3_072, milliseconds: 180_000 };

/** How a snapshot travels to a thread. */
type TableImageOf = (snapshot: DatasetSnapshot) => TableWork['image'];

/** Does what is asked about a table on a thread of its own, which is ended when it takes too much: a small file can unpack to very much. How many there are at once is up to the caller. */
export function createTableThreads(limits = LIMITS, long = LONG_LIMITS, image: TableImageOf = imageOf): TableThreads {
  return {
    match: async (task, snapshot, ask, stop) =>
      there((await inThread({ task, image: image(snapshot), ask, stop }, limits)).reply),
    run: async (task, snapshot) => there((await inThread({ task, image: image(snapshot) }, long)).reply),
    look: async (task, snapshot, ask, stop) =>
      there((await inThread({ task, image: image(snapshot), ask, stop }, long)).columns),
    matchRows: async (task, snapshot, ask, take, stop) =>
      void (await inThread({ task, image: image(snapshot), ask, take, stop }, long)),
  };
}

/** The same for datasets in a search cluster, which each thread asks for what it needs. */
export function createClusterTables(imageOf: (snapshot: DatasetSnapshot) => ClusterImage | undefined): TableThreads {
  return createTableThreads(LIMITS, LONG_LIMITS, (snapshot) => {
    const image = imageOf(snapshot);
    if (image === undefined)
      throw new SameasError('internal', 'What a table is matched with is no dataset of the search cluster.');
    return image;
  });
}

/** What is done on a thread, and what it may ask for meanwhile. */
interface ThreadTask {
  readonly task: TableWork['task'];
  readonly image: TableWork['image'];
  readonly ask?: AskQueries;
  readonly take?: TakeRows;
  readonly stop?: AbortSignal | undefined;
}

function there<Result>(result: Result | undefined): Result {
  if (result === undefined) throw new SameasError('internal', 'The thread with a table ended without a result.');
  return result;
}

function inThread(
  { task, image, ask, take, stop }: ThreadTask,
  { megabytes, milliseconds }: TableLimits,
): Promise<TableResult> {
  const name = 'record' in task ? task.record.name : 'name' in task.sent ? task.sent.name : 'The table';
  return new Promise((resolve, reject) => {
    const workerData: TableWork = { task, image };
    const worker = new Worker(workerEntry('table-worker'), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    let asking = 0;
    let late: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (end: () => void): void => {
      isSettled = true;
      clearTimeout(late);
      stop?.removeEventListener('abort', ended);
      void worker.terminate();
      end();
    };
    const ended = (): void =>
      settle(() => reject(new SameasError('command-cancelled', `Matching ${name} was stopped.`)));
    const watch = (): void => {
      clearTimeout(late);
      if (asking === 0 && !isSettled)
        late = setTimeout(() => settle(() => reject(tooMuch(name, 'time'))), milliseconds);
    };
    const answer = async (message: Extract<TableMessage, { kind: 'ask' | 'take' }>): Promise<void> => {
      const { batch } = message;
      asking += 1;
      watch();
      let outcomes: TableOutcomes;
      try {
        const computed = message.kind === 'take' ? await take?.(message.rows) : await ask?.(message.queries);
        outcomes = {
          batch,
          outcomes: (computed ?? []).map((outcome) =>
            outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) },
          ),
        };
      } catch (thrown) {
        outcomes = { batch, error: toPlainError(asSameasError(thrown)) };
      }
      asking -= 1;
      watch();
      worker.postMessage(outcomes);
    };
    watch();
    stop?.addEventListener('abort', ended, { once: true });
    worker.on('message', (message: TableMessage) => {
      if (message.kind === 'ask' || message.kind === 'take') void answer(message);
      else settle(() => (message.kind === 'reply' ? resolve(message) : reject(fromPlainError(message.error))));
    });
    worker.on('error', (fault) => settle(() => reject(isOutOfMemory(fault) ? tooMuch(name, 'memory') : fault)));
    worker.on('exit', (code) =>
      settle(() => reject(new SameasError('internal', `The thread with ${name} ended with code ${String(code)}.`))),
    );
  });
}

function isOutOfMemory(fault: Error): boolean {
  return 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(name: string, what: 'time' | 'memory'): SameasError {
  return new SameasError('table-too-large', `${name} takes too much ${what}.`, {
    advice: 'Send the column of names as CSV, ask for the answers as CSV, or use `sameas match`.',
  });
}

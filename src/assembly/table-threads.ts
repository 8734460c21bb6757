import { Worker } from 'node:worker_threads';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import type { Reply } from '../web/reply.js';
import type { AskQueries, KeepTask, OutputTask, TableTask, TableThreads } from '../web/matching/table-task.js';
import { imageOf } from './snapshot-image.js';
import type { TableMessage, TableOutcomes, TableWork } from './table-worker.js';
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

/** Does what is asked about a table on a thread of its own, which is ended when it takes too much: a small file can unpack to very much. How many there are at once is up to the caller. */
export function createTableThreads(limits = LIMITS, long = LONG_LIMITS): TableThreads {
  return {
    match: (task, snapshot, ask) => inThread(task, snapshot, ask, limits),
    run: (task, snapshot) => inThread(task, snapshot, () => Promise.reject(new Error('nothing is asked here')), long),
  };
}

function inThread(task: TableTask | KeepTask | OutputTask, snapshot: DatasetSnapshot, ask: AskQueries, { megabytes, milliseconds }: TableLimits): Promise<Reply> {
  const name = task.kind === 'write' ? task.record.name : 'name' in task.sent ? task.sent.name : 'The table';
  return new Promise((resolve, reject) => {
    const workerData: TableWork = { task, image: imageOf(snapshot) };
    const worker = new Worker(workerEntry('table-worker'), { workerData, resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    let asking = 0;
    let late: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (end: () => void): void => {
      isSettled = true;
      clearTimeout(late);
      void worker.terminate();
      end();
    };
    const watch = (): void => {
      clearTimeout(late);
      if (asking === 0 && !isSettled) late = setTimeout(() => settle(() => reject(tooMuch(name, 'time'))), milliseconds);
    };
    const answer = async ({ batch, queries }: Extract<TableMessage, { kind: 'ask' }>): Promise<void> => {
      asking += 1;
      watch();
      let outcomes: TableOutcomes;
      try {
        const computed = await ask(queries);
        outcomes = { batch, outcomes: computed.map((outcome) => (outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) })) };
      } catch (thrown) {
        outcomes = { batch, error: toPlainError(asSameasError(thrown)) };
      }
      asking -= 1;
      watch();
      worker.postMessage(outcomes);
    };
    watch();
    worker.on('message', (message: TableMessage) => {
      if (message.kind === 'ask') void answer(message);
      else settle(() => (message.kind === 'reply' ? resolve(message.reply) : reject(fromPlainError(message.error))));
    });
    worker.on('error', (fault) => settle(() => reject(isOutOfMemory(fault) ? tooMuch(name, 'memory') : fault)));
    worker.on('exit', (code) => settle(() => reject(new SameasError('internal', `The thread with ${name} ended with code ${String(code)}.`))));
  });
}

function isOutOfMemory(fault: Error): boolean {
  return 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(name: string, what: 'time' | 'memory'): SameasError {
  return new SameasError('table-too-large', `${name} takes too much ${what}.`, { advice: 'Send the column of names as CSV, ask for the answers as CSV, or use `sameas reconcile`.' });
}

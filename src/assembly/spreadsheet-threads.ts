import { Worker } from 'node:worker_threads';
import { SameasError } from '../foundation/sameas-error.js';
import type { Spreadsheets } from '../questions/spreadsheets.js';
import type { SpreadsheetMessage, SpreadsheetTask } from './spreadsheet-worker.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError } from './worker-protocol.js';

/** What one spreadsheet may take. */
export interface SpreadsheetLimits {
  readonly megabytes: number;
  readonly milliseconds: number;
  /** How many may wait for the one that is under way. */
  readonly waiting: number;
}

const LIMITS: SpreadsheetLimits = { megabytes: 512, milliseconds: 20_000, waiting: 10 };

/** Reads and writes spreadsheets one after the other, each on a thread of its own that is ended when it takes too much: a small file can unpack to very much. */
export function createSpreadsheets(limits = LIMITS): Spreadsheets {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const inTurn = async (task: SpreadsheetTask, called: string): Promise<SpreadsheetMessage> => {
    if (waiting > limits.waiting) throw new SameasError('too-many-requests', 'Too many spreadsheets are waiting.', { advice: 'Try again in a moment.' });
    waiting++;
    const work = last.then(() => inThread(task, called, limits));
    last = work.catch(() => undefined);
    return work.finally(() => waiting--);
  };
  return {
    read: async ({ name, content }) => {
      const message = await inTurn({ kind: 'read', name, content }, name);
      if (message.kind === 'read') return message.text;
      throw faultOf(message);
    },
    write: async (sheet) => {
      const message = await inTurn({ kind: 'write', sheet }, 'The table with its answers');
      if (message.kind === 'written') return message.bytes;
      throw faultOf(message);
    },
  };
}

function faultOf(message: SpreadsheetMessage): SameasError {
  return message.kind === 'failed' ? fromPlainError(message.error) : new SameasError('internal', 'A thread did something else than it was told.');
}

function inThread(workerData: SpreadsheetTask, called: string, { megabytes, milliseconds }: SpreadsheetLimits): Promise<SpreadsheetMessage> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerEntry('spreadsheet-worker'), { workerData, resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    const settle = (end: () => void): void => {
      clearTimeout(late);
      void worker.terminate();
      end();
    };
    const late = setTimeout(() => settle(() => reject(tooMuch(called, 'time'))), milliseconds);
    worker.on('message', (message: SpreadsheetMessage) => settle(() => resolve(message)));
    worker.on('error', (fault) => settle(() => reject(isOutOfMemory(fault) ? tooMuch(called, 'memory') : fault)));
    worker.on('exit', (code) => settle(() => reject(new SameasError('internal', `The thread with ${called} ended with code ${String(code)}.`))));
  });
}

function isOutOfMemory(fault: Error): boolean {
  return 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(name: string, what: 'time' | 'memory'): SameasError {
  return new SameasError('table-too-large', `${name} takes too much ${what}.`, { advice: 'Send the sheet with the names as CSV, and have the answers as CSV, or let `sameas reconcile` match it.' });
}

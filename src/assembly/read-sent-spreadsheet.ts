import { Worker } from 'node:worker_threads';
import { SameasError } from '../foundation/sameas-error.js';
import type { TableContent } from '../questions/open-questions.js';
import type { ReadSpreadsheet, TextOfSpreadsheet } from '../questions/spreadsheet-as-text.js';
import type { TableMessage, TableRequest } from './table-worker.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError } from './worker-protocol.js';

/** What one spreadsheet may take. */
export interface SpreadsheetLimits {
  readonly megabytes: number;
  readonly milliseconds: number;
  /** How many may wait for the one that is being read. */
  readonly waiting: number;
}

const LIMITS: SpreadsheetLimits = { megabytes: 512, milliseconds: 20_000, waiting: 10 };

/**
 * Reads spreadsheets that are sent, one after the other, each on a thread of its own that is ended when it takes too much: a small file can unpack to very much. Errors, beside
 * those of reading: `table-too-large`, and `too-many-requests` when too many wait.
 */
export function createSpreadsheetReader(limits = LIMITS): ReadSpreadsheet {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (sent) => {
    if (waiting > limits.waiting) throw new SameasError('too-many-requests', 'Too many spreadsheets are waiting to be read.', { advice: 'Try again in a moment.' });
    waiting++;
    const reading = last.then(() => readInThread(sent, limits));
    last = reading.catch(() => undefined);
    return reading.finally(() => waiting--);
  };
}

function readInThread({ name, content }: TableContent, { megabytes, milliseconds }: SpreadsheetLimits): Promise<TextOfSpreadsheet> {
  return new Promise((resolve, reject) => {
    const request: TableRequest = { name, content };
    const worker = new Worker(workerEntry('table-worker'), { workerData: request, resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    const settle = (end: () => void): void => {
      clearTimeout(late);
      void worker.terminate();
      end();
    };
    const late = setTimeout(() => settle(() => reject(tooMuch(name, 'time'))), milliseconds);
    worker.on('message', (message: TableMessage) => settle(() => (message.kind === 'read' ? resolve(message.spreadsheet) : reject(fromPlainError(message.error)))));
    worker.on('error', (fault) => settle(() => reject(isOutOfMemory(fault) ? tooMuch(name, 'memory') : fault)));
    worker.on('exit', (code) => settle(() => reject(new SameasError('internal', `The thread that read ${name} ended with code ${String(code)}.`))));
  });
}

function isOutOfMemory(fault: Error): boolean {
  return 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(name: string, what: 'time' | 'memory'): SameasError {
  return new SameasError('table-too-large', `${name} takes too much ${what} to read.`, { advice: 'Save the sheet with the names as CSV and send that, or let `sameas reconcile` match it.' });
}

import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { asSameasError } from '../foundation/sameas-error.js';
import { writeAnswerSheet, type AnswerSheet } from '../questions/answer-sheet.js';
import { spreadsheetAsText, type TextOfSpreadsheet } from '../questions/spreadsheet-as-text.js';
import { toPlainError, type PlainError } from './worker-protocol.js';

/** What the thread is given: a spreadsheet to read, or one to write. */
export type SpreadsheetTask = { readonly kind: 'read'; readonly name: string; readonly content: Uint8Array } | { readonly kind: 'write'; readonly sheet: AnswerSheet };

/** What it sends. */
export type SpreadsheetMessage =
  | { readonly kind: 'read'; readonly text: TextOfSpreadsheet }
  | { readonly kind: 'written'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly error: PlainError };

/** The body of a thread that reads or writes one spreadsheet, so that the HTTP thread goes on serving meanwhile. */
async function work(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const send = (message: SpreadsheetMessage): void => port.postMessage(message);
  const task = workerData as SpreadsheetTask; // given by spreadsheet-threads.ts
  try {
    if (task.kind === 'write') send({ kind: 'written', bytes: writeAnswerSheet(task.sheet) });
    else send({ kind: 'read', text: await spreadsheetAsText({ name: task.name, content: Buffer.from(task.content) }) });
  } catch (thrown) {
    send({ kind: 'failed', error: toPlainError(asSameasError(thrown)) });
  }
}

void work();

import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { asSameasError } from '../foundation/sameas-error.js';
import { spreadsheetAsText, type TextOfSpreadsheet } from '../questions/spreadsheet-as-text.js';
import { toPlainError, type PlainError } from './worker-protocol.js';

/** What the thread is given, and what it sends. */
export interface TableRequest {
  readonly name: string;
  readonly content: Uint8Array;
}
export type TableMessage = { readonly kind: 'read'; readonly spreadsheet: TextOfSpreadsheet } | { readonly kind: 'failed'; readonly error: PlainError };

/** The body of a thread that reads one spreadsheet, so that the HTTP thread goes on serving meanwhile. */
async function readOne(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const { name, content } = workerData as TableRequest; // given by read-sent-spreadsheet.ts
  try {
    port.postMessage({ kind: 'read', spreadsheet: await spreadsheetAsText({ name, content: Buffer.from(content) }) } satisfies TableMessage);
  } catch (thrown) {
    port.postMessage({ kind: 'failed', error: toPlainError(asSameasError(thrown)) } satisfies TableMessage);
  }
}

void readOne();

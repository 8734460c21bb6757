import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { attachDataset } from '../entities/dataset-facts.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { RenderedOutcome } from '../reconciliation/served-snapshot.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import type { Reply } from '../web/reply.js';
import { doTableTask } from '../web/matching/do-table-task.js';
import type { KeepTask, OutputTask, TableTask } from '../web/matching/table-task.js';
import type { imageOf } from './snapshot-image.js';
import { fromPlainError, fromPlainOutcome, toPlainError, type PlainError, type PlainOutcome } from './worker-protocol.js';

/** What the thread is given. */
export interface TableWork {
  readonly task: TableTask | KeepTask | OutputTask;
  readonly image: ReturnType<typeof imageOf>;
}

/** What it sends: batches to compute, by a number of each, and in the end the reply or what was wrong. */
export type TableMessage =
  | { readonly kind: 'ask'; readonly batch: number; readonly queries: readonly ReconciliationQuery[] }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly error: PlainError };

/** What it is sent for each batch. */
export type TableOutcomes = { readonly batch: number } & ({ readonly outcomes: readonly PlainOutcome[] } | { readonly error: PlainError });

interface Asked {
  readonly resolve: (outcomes: readonly RenderedOutcome[]) => void;
  readonly reject: (error: Error) => void;
}

/** The body of a thread that does something with a table, and has its names asked for, so that the HTTP thread goes on serving meanwhile. */
async function work(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const send = (message: TableMessage): void => port.postMessage(message);
  const { task, image } = workerData as TableWork; // given by table-threads.ts
  const asked = new Map<number, Asked>();
  let batches = 0;
  port.on('message', (message: TableOutcomes) => {
    const waiting = asked.get(message.batch);
    asked.delete(message.batch);
    if ('outcomes' in message) waiting?.resolve(message.outcomes.map(fromPlainOutcome));
    else waiting?.reject(fromPlainError(message.error));
  });
  try {
    const dataset = attachDataset(image.facts, image.sections);
    const reply = await doTableTask(task, dataset, (queries) => {
      const batch = batches++;
      return new Promise((resolve, reject) => {
        asked.set(batch, { resolve, reject });
        send({ kind: 'ask', batch, queries });
      });
    });
    send({ kind: 'reply', reply });
  } catch (thrown) {
    send({ kind: 'failed', error: toPlainError(asSameasError(thrown)) });
  }
  port.close();
}

void work();

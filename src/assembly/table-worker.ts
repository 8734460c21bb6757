import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { attachDataset } from '../entities/dataset-facts.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { RenderedOutcome } from '../describe/served-snapshot.js';
import type { TableDataset } from '../questions/table-dataset.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { MatchedRows } from '../review/row-matcher.js';
import type { RunColumns } from '../review/run-record.js';
import type { Reply } from '../web/reply.js';
import { doTableTask, lookAtColumnsOfTable, matchRowsOfTable } from '../web/matching/do-table-task.js';
import type {
  AskQueries,
  KeepTask,
  LookTask,
  OutputTask,
  RowsTask,
  TableTask,
  TakeRows,
} from '../web/matching/table-task.js';
import { isClusterImage, type ClusterImage } from './cluster-image.js';
import type { imageOf } from './snapshot-image.js';
import {
  fromPlainError,
  fromPlainOutcome,
  toPlainError,
  type PlainError,
  type PlainOutcome,
} from './worker-protocol.js';

/** What the thread is given. */
export interface TableWork {
  readonly task: TableTask | KeepTask | OutputTask | RowsTask | LookTask;
  readonly image: ReturnType<typeof imageOf> | ClusterImage;
}

/** What came of it: a reply, the columns of a table, or neither. */
export interface TableResult {
  readonly reply?: Reply;
  readonly columns?: RunColumns;
}

/** What it sends: batches to compute and rows that are matched, by a number of each, and in the end what came of it, or what was wrong. */
export type TableMessage =
  | { readonly kind: 'ask'; readonly batch: number; readonly queries: readonly ReconciliationQuery[] }
  | { readonly kind: 'take'; readonly batch: number; readonly rows: MatchedRows }
  | ({ readonly kind: 'reply' } & TableResult)
  | { readonly kind: 'failed'; readonly error: PlainError };

/** What it is sent for each of them; no outcomes for rows that were taken. */
export type TableOutcomes = { readonly batch: number } & (
  { readonly outcomes: readonly PlainOutcome[] } | { readonly error: PlainError }
);

interface Asked {
  readonly resolve: (outcomes: readonly RenderedOutcome[]) => void;
  readonly reject: (error: Error) => void;
}

interface OpenedDataset {
  readonly dataset: TableDataset;
  /** What has to be done with what is answered. */
  readonly close: () => Promise<void>;
}

async function openDataset(image: TableWork['image']): Promise<OpenedDataset> {
  if (!isClusterImage(image))
    return {
      dataset: { dataset: attachDataset(image.facts, image.sections) },
      close: () => Promise.resolve(),
    };
  // What asks a cluster is loaded where there is one.
  const { openTableDataset } = await import('./table-dataset-in-cluster.js');
  const { close, ...dataset } = openTableDataset(image);
  return { dataset, close };
}

async function done(
  task: TableWork['task'],
  dataset: TableDataset,
  ask: AskQueries,
  take: TakeRows,
): Promise<TableResult> {
  if (task.kind === 'look') return { columns: await lookAtColumnsOfTable(task, dataset, ask) };
  if (task.kind !== 'rows') return { reply: await doTableTask(task, dataset, ask) };
  await matchRowsOfTable(task, dataset, ask, take);
  return {};
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
    const { dataset, close } = await openDataset(image);
    const sent = (message: (batch: number) => TableMessage): Promise<readonly RenderedOutcome[]> => {
      const batch = batches++;
      return new Promise((resolve, reject) => {
        asked.set(batch, { resolve, reject });
        send(message(batch));
      });
    };
    const ask = (queries: readonly ReconciliationQuery[]): Promise<readonly RenderedOutcome[]> =>
      sent((batch) => ({ kind: 'ask', batch, queries }));
    const take = async (rows: MatchedRows): Promise<void> =>
      void (await sent((batch) => ({ kind: 'take', batch, rows })));
    const result = await done(task, dataset, ask, take);
    await close();
    send({ kind: 'reply', ...result });
  } catch (thrown) {
    send({ kind: 'failed', error: toPlainError(asSameasError(thrown)) });
  }
  port.close();
}

void work();

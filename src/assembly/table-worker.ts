import type { Answer, Ask } from '../describe/answer.js';
import { attachDataset } from '../entities/packed-entity-store.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { MatchedRows, RowsToMatch } from '../review/matching-turns.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { TABLE_TASKS } from '../web/matching/table-tasks.js';
import type { KeepTask, KeptTable, OutputTask, SentNames, TableTask } from '../web/matching/table-task.js';
import { type ClusterImage, isClusterImage } from './cluster-image.js';
import { type PlainOutcome, fromPlainOutcome } from './plain-outcome.js';
import type { imageOf } from './snapshot-image.js';
import type { CallParent } from './workers/worker-messages.js';

export type TableImage = ReturnType<typeof imageOf> | ClusterImage;

/** Functions of the parent: computes a batch, takes matched rows. */
export type TableParent = {
  readonly ask: (queries: readonly ReconciliationQuery[]) => Promise<readonly PlainOutcome<Answer>[]>;
  readonly take: (rows: MatchedRows) => Promise<void>;
};

type Parent = CallParent<TableParent>;

/** A thread that reads, matches or writes a table without blocking the HTTP thread; the parent answers its queries. */
export function begin(image: TableImage) {
  const tasks = TABLE_TASKS;
  return {
    match: (task: TableTask, parent: Parent) =>
      withDataset(image, (dataset) => tasks.match(task, dataset, askOf(parent))),
    verdicts: (sent: SentNames, parent: Parent) =>
      withDataset(image, (dataset) => tasks.verdicts(sent, dataset, askOf(parent))),
    keep: (task: KeepTask) => withDataset(image, (dataset) => tasks.keep(task, dataset)),
    write: (task: OutputTask) => withDataset(image, (dataset) => tasks.write(task, dataset)),
    look: (table: KeptTable, parent: Parent) =>
      withDataset(image, (dataset) => tasks.look(table, dataset, askOf(parent))),
    matchRows: (rows: RowsToMatch, parent: Parent) =>
      withDataset(image, (dataset) =>
        tasks.matchRows(rows, dataset, askOf(parent), (matched) => parent('take', matched)),
      ),
  };
}

function askOf(parent: Parent): Ask {
  return async (queries) => (await parent('ask', queries)).map(fromPlainOutcome);
}

async function withDataset<T>(image: TableImage, use: (dataset: TableDataset) => Promise<T>): Promise<T> {
  if (!isClusterImage(image)) return use({ dataset: attachDataset(image.facts, image.sections) });
  // The cluster client is loaded only with a cluster.
  const { openTableDataset } = await import('./table-dataset-in-cluster.js');
  const { close, ...dataset } = openTableDataset(image);
  try {
    return await use(dataset);
  } finally {
    await close();
  }
}

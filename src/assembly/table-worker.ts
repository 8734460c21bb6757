import type { Answer, Ask } from '../describe/answer.js';
import { attachDataset } from '../entities/dataset-facts.js';
import type { TableDataset } from '../questions/table-dataset.js';
import type { MatchedRows } from '../review/row-matcher.js';
import type { RunColumns } from '../review/run-record.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { doTableTask, lookAtColumnsOfTable, matchRowsOfTable } from '../web/matching/do-table-task.js';
import type { KeepTask, LookTask, OutputTask, RowsTask, TableTask } from '../web/matching/table-task.js';
import type { Reply } from '../web/reply.js';
import { isClusterImage, type ClusterImage } from './cluster-image.js';
import { fromPlainOutcome, type PlainOutcome } from './plain-outcome.js';
import type { imageOf } from './snapshot-image.js';
import type { CallParent } from './workers/worker-messages.js';

/** The dataset that a table is matched with. */
export type TableImage = ReturnType<typeof imageOf> | ClusterImage;

/** What the thread has its parent do: computing a batch, and taking rows that are matched. */
export type TableParent = {
  readonly ask: (queries: readonly ReconciliationQuery[]) => Promise<readonly PlainOutcome<Answer>[]>;
  readonly take: (rows: MatchedRows) => Promise<void>;
};

type Parent = CallParent<TableParent>;

/** A thread that does something with a table, and has its names asked for, so that the HTTP thread goes on serving meanwhile. */
export function begin(image: TableImage) {
  return {
    do: (task: TableTask | KeepTask | OutputTask, parent: Parent): Promise<Reply> =>
      withDataset(image, (dataset) => doTableTask(task, dataset, askOf(parent))),
    look: (task: LookTask, parent: Parent): Promise<RunColumns> =>
      withDataset(image, (dataset) => lookAtColumnsOfTable(task, dataset, askOf(parent))),
    rows: (task: RowsTask, parent: Parent): Promise<void> =>
      withDataset(image, (dataset) => matchRowsOfTable(task, dataset, askOf(parent), (rows) => parent('take', rows))),
  };
}

function askOf(parent: Parent): Ask {
  return async (queries) => (await parent('ask', queries)).map(fromPlainOutcome);
}

async function withDataset<T>(image: TableImage, use: (dataset: TableDataset) => Promise<T>): Promise<T> {
  if (!isClusterImage(image)) return use({ dataset: attachDataset(image.facts, image.sections) });
  // What asks a cluster is loaded where there is one.
  const { openTableDataset } = await import('./table-dataset-in-cluster.js');
  const { close, ...dataset } = openTableDataset(image);
  try {
    return await use(dataset);
  } finally {
    await close();
  }
}

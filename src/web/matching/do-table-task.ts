import { refuseLargeFile } from '../../questions/refuse-large-text.js';
import type { SentTableSize } from '../../questions/sent-table-limits.js';
import type { TableDataset } from '../../questions/table-dataset.js';
import type { Ask } from '../../describe/answer.js';
import type { Reply } from '../reply.js';
import type { RunColumns } from '../../review/run-record.js';
import type { KeepTask, LookTask, OutputTask, RowsTask, SentTable, TableTask, TakeRows } from './table-task.js';

/** Matches rows of a kept table on a thread. Errors: those of `ask` and `take`. */
export async function matchRowsOfTable(task: RowsTask, dataset: TableDataset, ask: Ask, take: TakeRows): Promise<void> {
  const { matchRows } = await import('../../review/match-rows.js');
  await matchRows(task, dataset, ask, take);
}

/** Looks at the columns of a kept table once more, on a thread. Errors: those of `ask`. */
export async function lookAtColumnsOfTable(task: LookTask, dataset: TableDataset, ask: Ask): Promise<RunColumns> {
  const { lookAtColumns } = await import('../../review/match-rows.js');
  return lookAtColumns(task, dataset, ask);
}

/**
 * Does on a thread what is asked of it. What a glance at the bytes tells is refused before anything is loaded that reads tables, which takes longer than the glance. Errors: those of `matchTable`,
 * `keepSentTable` and `writeOutput`.
 */
export async function doTableTask(
  task: TableTask | KeepTask | OutputTask,
  dataset: TableDataset,
  ask: Ask,
): Promise<Reply> {
  switch (task.kind) {
    case 'match': {
      const { matchTable } = await import('./match-table.js');
      return matchTable(task, dataset, ask);
    }
    case 'keep': {
      if ('content' in task.sent) refuseAtOnce(task.sent, task.most);
      const { keepSentTable } = await import('../review/keep-sent-table.js');
      return keepSentTable(task, dataset);
    }
    case 'write': {
      const { writeOutput } = await import('../review/write-output.js');
      return writeOutput(task, dataset);
    }
  }
}

function refuseAtOnce({ name, content }: SentTable, most: SentTableSize): void {
  refuseLargeFile(name, Buffer.from(content.buffer, content.byteOffset, content.byteLength), most);
}

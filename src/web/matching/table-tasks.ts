import type { matchedRows } from '../../agents/matched-rows.js';
import type { Ask } from '../../describe/answer.js';
import { type SentTableSize, refuseLargeFile } from '../../input/refuse-large-text.js';
import type { TableDataset } from '../../input/table-dataset.js';
import type { RunColumns } from '../../review/run-record.js';
import type { RowsToMatch, TakeRows } from '../../review/matching-turns.js';
import type { Reply } from '../exchange.js';
import type { KeepTask, KeptTable, OutputTask, SentNames, SentTable, TableTask } from './table-task.js';

/**
 * Tasks for a table on a thread. Each loads its modules late: a glance at the bytes refuses some files before the
 * readers of tables are loaded, which takes longer.
 */
export const TABLE_TASKS = {
  /** Errors: those of `matchTable`. */
  match: async (task: TableTask, dataset: TableDataset, ask: Ask): Promise<Reply> => {
    const { matchTable } = await import('./match-table.js');
    return matchTable(task, dataset, ask);
  },
  /** Matches of names, for tools of agents. Errors: those of `matchTable`. */
  verdicts: async (sent: SentNames, dataset: TableDataset, ask: Ask): Promise<ReturnType<typeof matchedRows>> => {
    const { verdictsOfTable } = await import('./match-table.js');
    return verdictsOfTable(sent, dataset, ask);
  },
  /** Errors: those of `keepSentTable`. */
  keep: async (task: KeepTask, dataset: TableDataset): Promise<Reply> => {
    if ('content' in task.sent) refuseAtOnce(task.sent, task.most);
    const { keepSentTable } = await import('../review/keep-sent-table.js');
    return keepSentTable(task, dataset);
  },
  /** Errors: those of `writeOutput`. */
  write: async (task: OutputTask, dataset: TableDataset): Promise<Reply> => {
    const { writeOutput } = await import('../review/write-output.js');
    return writeOutput(task, dataset);
  },
  /** Infers the columns of a kept table again. Errors: those of `ask`. */
  look: async (table: KeptTable, dataset: TableDataset, ask: Ask): Promise<RunColumns> => {
    const { lookAtColumns } = await import('../../review/match-rows.js');
    return lookAtColumns(table, dataset, ask);
  },
  /** Matches rows of a kept table. Errors: those of `ask` and `take`. */
  matchRows: async (rows: RowsToMatch, dataset: TableDataset, ask: Ask, take: TakeRows): Promise<void> => {
    const { matchRows } = await import('../../review/match-rows.js');
    await matchRows(rows, dataset, ask, take);
  },
};

function refuseAtOnce({ name, content }: SentTable, most: SentTableSize): void {
  refuseLargeFile(name, Buffer.from(content.buffer, content.byteOffset, content.byteLength), most);
}

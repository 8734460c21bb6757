import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../entities/dataset.js';
import type { InputTable } from '../input/open-input.js';
import { openActLog } from '../foundation/store/act-log.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import type { StoreDisk } from '../foundation/store/store-disk.js';
import { runColumns } from './run-columns.js';
import type { RunRecord } from './run-record.js';

export interface KeptTable {
  readonly id: string;
  /** Made here. */
  readonly folder: string;
  readonly table: InputTable;
  readonly type: string | undefined;
}

/** Lines written at once. */
const PORTION = 1_000;

/** Keeps a table as a matching run, nothing matched yet, and returns its record. A failure leaves no folder behind. */
export async function keepTable(
  { id, folder, table, type }: KeptTable,
  dataset: Dataset,
  disk?: StoreDisk,
): Promise<RunRecord> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const rows = await openActLog(join(folder, 'rows.jsonl'), () => undefined, { disk });
    try {
      for (let start = 0; start < table.rows.length; start += PORTION)
        await rows.append(
          table.rows.slice(start, start + PORTION).map(({ cells, line }) => JSON.stringify({ cells, line })),
        );
    } finally {
      await rows.close();
    }
    const record = recordOf(id, table, type, dataset);
    await replaceFile(join(folder, 'run.json'), JSON.stringify(record), { disk });
    return record;
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true });
    throw thrown;
  }
}

function recordOf(id: string, table: InputTable, type: string | undefined, dataset: Dataset): RunRecord {
  const { file, headings, rows, notes, unreadable, contentHash, style } = table;
  return {
    id,
    name: file,
    created: new Date().toISOString(),
    status: 'prepared',
    headings: [...headings],
    rowCount: rows.length,
    notes: [...notes],
    unreadable: [...unreadable],
    contentHash,
    style: { needsMark: style.needsMark, ...(style.delimiter === undefined ? {} : { delimiter: style.delimiter }) },
    columns: { ...runColumns(table.queryColumn, table.columns), settled: [...table.settled] },
    learning: true,
    ...(type === undefined ? {} : { type }),
    dataset: dataset.metadata.name,
    snapshot: '',
  };
}

import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { RunRecord } from './run-record.js';

/** Replaces the record in the folder as a whole. */
export async function saveRecord(folder: string, record: RunRecord): Promise<void> {
  await writeFileAtomic(join(folder, 'run.json'), JSON.stringify(record));
}

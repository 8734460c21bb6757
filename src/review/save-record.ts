import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { RunRecord } from './run-record.js';

/** Replaces the record in the folder as a whole. */
export function saveRecord(folder: string, record: RunRecord): Promise<void> {
  return saveWhole(join(folder, 'run.json'), record);
}

/** Replaces a file as a whole by this value as JSON. */
export async function saveWhole(path: string, value: unknown): Promise<void> {
  await writeFileAtomic(path, JSON.stringify(value));
}

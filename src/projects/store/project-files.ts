import { join } from 'node:path';
import { z } from 'zod';
import { historySchema, reachableStates, type History } from '../history/history.js';
import { readCheckedJson } from './checked-json.js';
import { isMissing, type Disk } from './disk.js';
import { projectMetadataSchema } from './project-metadata.js';
import { damaged, unknownProject } from './store-errors.js';

/*
 * The files in the folder of a project:
 *
 * project.json          the record: metadata and history, which define the project; replaced in one step
 * <entry>.state.json    the grid after an entry of the history; 0 is the grid as it was imported. Never changed
 * <entry>.segment       the chunks of the entry; only this state and later ones refer to it. Never changed
 */

export const RECORD_FILE = 'project.json';

const recordSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  /** Counts changes, so that a writer notices another. */
  revision: z.number().int(),
  metadata: projectMetadataSchema,
  history: historySchema,
});

export type ProjectRecord = z.infer<typeof recordSchema>;

/** The name of the file with the grid after an entry. */
export function stateFile(entryId: number): string {
  return `${entryId}.state.json`;
}

/** The name of the file with the chunks that an entry brought. */
export function segmentFile(entryId: number): string {
  return `${entryId}.segment`;
}

/** The record of a project; small, whatever its rows hold. Throws `project-unknown` and `project-damaged`. */
export function readRecord(disk: Disk, projectsFolder: string, id: string): ProjectRecord {
  const folder = join(projectsFolder, id);
  let read: { readonly content: unknown } | undefined;
  try {
    read = readCheckedJson(disk, join(folder, RECORD_FILE));
  } catch (thrown) {
    if (isMissing(thrown) && !disk.exists(folder)) throw unknownProject(id);
    throw damaged(id, RECORD_FILE, isMissing(thrown) ? 'is not there' : 'cannot be read', thrown);
  }
  if (read === undefined) throw damaged(id, RECORD_FILE, 'is not as it was written');
  const record = recordSchema.safeParse(read.content);
  if (!record.success || record.data.id !== id) throw damaged(id, RECORD_FILE, 'does not describe this project');
  return record.data;
}

/** Removes files that the history does not lead to: of an unfinished change, or dropped by a new one. */
export function sweepProject(disk: Disk, folder: string, history: History): void {
  const kept = new Set([RECORD_FILE]);
  for (const id of reachableStates(history)) kept.add(stateFile(id)).add(segmentFile(id));
  for (const name of disk.list(folder)) if (!kept.has(name)) disk.remove(join(folder, name));
}

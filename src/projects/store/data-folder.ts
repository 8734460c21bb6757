import { join } from 'node:path';
import type { Disk } from './disk.js';

/*
 * The folder that all projects live in:
 *
 *   projects/<id>/       one folder for each project
 *   work/<name>/         what one request needs: uploads, unpacked archives, a project that is being made, a finished export
 *   trash/<name>/        deleted projects on their way out
 *   preferences.json     what was set by set-preference, and the expressions of people
 */

/** The places in a data folder. */
export interface DataFolder {
  readonly path: string;
  readonly projects: string;
  readonly work: string;
  readonly trash: string;
  readonly preferencesFile: string;
}

/** The places in the folder at a path; nothing is made. */
export function dataFolderAt(path: string): DataFolder {
  return {
    path,
    projects: join(path, 'projects'),
    work: join(path, 'work'),
    trash: join(path, 'trash'),
    preferencesFile: join(path, 'preferences.json'),
  };
}

/**
 * Makes the folders that are not there, and removes what a process left behind that was killed: what no request will come back for. Nothing else may be
 * using the folder. Errors: those of the disk.
 */
export function prepareDataFolder(disk: Disk, folder: DataFolder): void {
  for (const path of [folder.projects, folder.work, folder.trash]) disk.makeFolder(path);
  for (const path of [folder.work, folder.trash]) for (const name of disk.list(path)) disk.remove(join(path, name));
}

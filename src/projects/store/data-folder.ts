import { join } from 'node:path';
import type { Disk } from './disk.js';

/*
 * The folder of all projects:
 *
 * projects/<id>/       one folder for each project
 * work/<name>/         files of one request: uploads, unpacked archives, a new project, a finished export
 * trash/<name>/        deleted projects on their way out
 * preferences.json     values of set-preference, and the expressions of people
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
 * Makes missing folders, and removes the remains of a killed process, which no request needs. Nothing else may be using
 * the folder. Errors: those of the disk.
 */
export function prepareDataFolder(disk: Disk, folder: DataFolder): void {
  for (const path of [folder.projects, folder.work, folder.trash]) disk.makeFolder(path);
  for (const path of [folder.work, folder.trash]) for (const name of disk.list(path)) disk.remove(join(path, name));
}

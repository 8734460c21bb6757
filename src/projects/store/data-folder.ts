import { join } from 'node:path';
import { NODE_DISK, type Disk } from './disk.js';
import { takeLock } from '../../foundation/take-lock.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { readdirSync, statSync, lstatSync, chmodSync } from 'node:fs';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { makeFolder } from '../../foundation/make-folder.js';

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

/**
 * Locks a data folder for this process, so that no other service writes to its projects; returns the function that
 * releases it. The lock of a dead process is no obstacle. Throws `data-folder-in-use`.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = takeLock(join(folder, 'in-use'));
  if ('release' in lock) return lock.release;
  if (lock.heldBy === process.pid)
    throw new SameasError('data-folder-in-use', `This process has already opened the projects in ${folder}.`, {
      facts: { folder, process: process.pid },
    });
  if (lock.heldBy === 0)
    throw new SameasError('data-folder-in-use', `Another service is just taking the folder ${folder}.`, {
      facts: { folder },
    });
  throw new SameasError(
    'data-folder-in-use',
    `Another service (process ${lock.heldBy}) keeps its projects in ${folder}.`,
    {
      advice: 'End it, or give this one a folder of its own with --data-dir.',
      facts: { folder, process: lock.heldBy },
    },
  );
}

/**
 * Creates the folder if necessary, locks it, and removes leftovers of a killed process; returns the release function.
 * Throws `data-folder-in-use`, and `setting-invalid` for an unusable folder.
 */
export function takeDataFolder(path: string): () => void {
  try {
    makeFolder(path);
    keepToOneself(path);
    const unlock = lockDataFolder(path);
    prepareDataFolder(NODE_DISK, dataFolderAt(path));
    return unlock;
  } catch (thrown) {
    throw thrown instanceof SameasError ? thrown : unusable(path, thrown);
  }
}

const OWN_ENTRIES: ReadonlySet<string> = new Set([
  'projects',
  'work',
  'trash',
  'preferences.json',
  'in-use',
  'reviews',
  'datasets',
  'lists',
]);

/** Removes the permissions of others: from the folder, if it holds only projects, and always from its own entries. */
function keepToOneself(path: string): void {
  const names = readdirSync(path);
  const ours = names.filter((name) => OWN_ENTRIES.has(name)).map((name) => join(path, name));
  for (const place of names.length === ours.length ? [path, ...ours] : ours) {
    const status = place === path ? statSync(place) : lstatSync(place);
    if (status.isSymbolicLink() || (status.mode & 0o077) === 0) continue;
    chmodSync(place, status.isDirectory() ? 0o700 : 0o600);
  }
}

function unusable(path: string, cause: unknown): SameasError {
  if (['EEXIST', 'ENOTDIR'].includes(errorCodeOf(cause) ?? '')) {
    return new SameasError('setting-invalid', `${path} cannot be the data folder: there is a file in its place.`, {
      advice: 'Name a folder with --data-dir; a list to be served is named without it.',
      cause,
    });
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SameasError('setting-invalid', `The data folder ${path} cannot be used: ${message}.`, {
    advice: 'Check --data-dir and the rights of the folder.',
    cause,
  });
}

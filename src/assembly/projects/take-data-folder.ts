import { mkdirSync } from 'node:fs';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { dataFolderAt, prepareDataFolder } from '../../projects/store/data-folder.js';
import { NODE_DISK } from '../../projects/store/disk.js';
import { lockDataFolder } from '../../projects/store/lock-data-folder.js';

/**
 * Makes the folder where it is not there, locks it, and removes what a killed process left behind; gives what lets go of it.
 * Throws `data-folder-in-use`, and `setting-invalid` when the folder cannot be used.
 */
export function takeDataFolder(path: string): () => void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const unlock = lockDataFolder(path);
    prepareDataFolder(NODE_DISK, dataFolderAt(path));
    return unlock;
  } catch (thrown) {
    throw thrown instanceof SameasError ? thrown : unusable(path, thrown);
  }
}

function unusable(path: string, cause: unknown): SameasError {
  if (['EEXIST', 'ENOTDIR'].includes(errorCodeOf(cause) ?? '')) {
    return new SameasError('setting-invalid', `${path} cannot be the data folder: there is a file in its place.`, { advice: 'Name a folder with --data-dir; a list to be served is named without it.', cause });
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SameasError('setting-invalid', `The data folder ${path} cannot be used: ${message}.`, { advice: 'Check --data-dir and the rights of the folder.', cause });
}

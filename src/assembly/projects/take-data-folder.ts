import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { makeFolder } from '../../foundation/make-folder.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { dataFolderAt, prepareDataFolder } from '../../projects/store/data-folder.js';
import { NODE_DISK } from '../../projects/store/disk.js';
import { lockDataFolder } from '../../projects/store/lock-data-folder.js';

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

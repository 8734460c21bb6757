import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import { takeLock } from '../../foundation/take-lock.js';

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

import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { isProcessRunning } from '../../foundation/is-process-running.js';
import { SameasError } from '../../foundation/sameas-error.js';

/**
 * Takes a data folder for this process, so that no other service writes to its projects; gives what lets go of it. What a process left behind that no longer runs
 * is no obstacle. Throws `data-folder-in-use`.
 */
export function lockDataFolder(folder: string): () => void {
  const path = join(folder, 'in-use');
  const mine = identityOf(process.pid);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, mine);
      closeSync(file);
      return () => {
        if (holderOf(path) === mine) rmSync(path, { force: true });
      };
    } catch (thrown) {
      if (!isTaken(thrown)) throw thrown;
    }
    const holder = holderOf(path);
    const pid = Number.parseInt(holder ?? '', 10);
    // The same number may by now be another process, or this one: a container counts its processes anew each time.
    if (pid !== process.pid && Number.isInteger(pid) && isProcessRunning(pid) && identityOf(pid) === holder) {
      throw new SameasError('data-folder-in-use', `Another service (process ${pid}) keeps its projects in ${folder}.`, {
        advice: 'End it, or give this one a folder of its own with --data-dir.',
        facts: { folder, process: pid },
      });
    }
    if (pid === process.pid && holder === mine) {
      throw new SameasError('data-folder-in-use', `This process has already opened the projects in ${folder}.`, { facts: { folder, process: pid } });
    }
    rmSync(path, { force: true });
  }
  throw new SameasError('data-folder-in-use', `Another service is just taking the folder ${folder}.`, { facts: { folder } });
}

/** The number of a process with the moment of its start, where the system tells: numbers come back, moments do not. */
function identityOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold spaces; the start is the 22nd field.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${pid} ${started} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return String(pid); // not Linux, or the process is gone
  }
}

function holderOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // let go of in the meantime
  }
}

function isTaken(thrown: unknown): boolean {
  return errorCodeOf(thrown) === 'EEXIST';
}

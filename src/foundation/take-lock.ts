import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { errorCodeOf } from './error-code-of.js';
import { isProcessRunning } from './is-process-running.js';

/** Result of a lock request: the function to release it, or its holder (0: a process that is just taking it). */
export type Lock = { readonly release: () => void } | { readonly heldBy: number };

/**
 * Takes a lock file for this process. A lock of a process that has ended is replaced. Throws errors of the file system.
 */
export function takeLock(path: string): Lock {
  const mine = identityOf(process.pid);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, 'wx', 0o600);
      try {
        writeSync(file, mine);
      } catch (thrown) {
        rmSync(path, { force: true });
        throw thrown;
      } finally {
        closeSync(file);
      }
      return {
        release: () => {
          if (holderOf(path) === mine) rmSync(path, { force: true });
        },
      };
    } catch (thrown) {
      if (errorCodeOf(thrown) !== 'EEXIST') throw thrown;
    }
    const holder = holderOf(path);
    const pid = Number.parseInt(holder ?? '', 10);
    // The number may now be another process, or this one: a container restarts its process numbers.
    if (pid !== process.pid && Number.isInteger(pid) && isProcessRunning(pid) && identityOf(pid) === holder)
      return { heldBy: pid };
    if (pid === process.pid && holder === mine) return { heldBy: pid };
    rmSync(path, { force: true });
  }
  return { heldBy: 0 };
}

/** The number of a process with its start time, if the system has it: numbers are reused, times are not. */
function identityOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name is in brackets and may hold spaces; the start time is the 22nd field.
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

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { isProcessRunning } from '../../foundation/is-process-running.js';
import { SameasError } from '../../foundation/sameas-error.js';

const FOLDERS = 'sameas-index-';
const NO_ROOM: readonly string[] = ['ENOSPC', 'EDQUOT'];

/** Makes a folder of this process below `work`, which is made where it is not there; the folders of processes that were killed are removed. Errors: `file-unwritable`. */
export function makeWorkFolder(work: string): string {
  try {
    mkdirSync(work, { recursive: true });
    for (const name of readdirSync(work)) {
      const pid = Number(new RegExp(`^${FOLDERS}(\\d+)-`).exec(name)?.[1]);
      if (pid > 0 && !isProcessRunning(pid)) rmSync(join(work, name), { recursive: true, force: true });
    }
    return mkdtempSync(join(work, `${FOLDERS}${String(process.pid)}-`));
  } catch (cause) {
    if (isFull(cause)) throw full(work, cause);
    throw new SameasError('file-unwritable', `The folder ${work} cannot be made or written.`, {
      advice: 'Check that it is a folder and that you may write there, or name another one: --work FOLDER.',
      facts: { file: work },
      cause,
    });
  }
}

/** The error to report for one thrown while the dataset was in a folder below `work`: `file-unwritable` for a full disk, else itself. */
export function asWorkFault(thrown: unknown, work: string): unknown {
  return isFull(thrown) ? full(work, thrown) : thrown;
}

/** Whether it is for want of room, by itself or by what caused it. */
function isFull(thrown: unknown): boolean {
  return (
    NO_ROOM.includes(errorCodeOf(thrown) ?? '') ||
    (thrown instanceof Error && thrown.cause !== undefined && isFull(thrown.cause))
  );
}

function full(work: string, cause: unknown): SameasError {
  return new SameasError(
    'file-unwritable',
    `The disk with the folder ${work} is full: the dataset lies there on its way, with one and a half times its records as JSON. What is served is as it was.`,
    { advice: 'Make room, or name a folder on another disk: --work FOLDER.', facts: { file: work }, cause },
  );
}

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCodeOf } from '../error-code-of.js';
import { SameasError } from '../sameas-error.js';
import { takeLock, type Lock } from '../take-lock.js';
import { replaceFile, type ReplaceOptions } from './replace-file.js';
import { notSaved } from './save-faults.js';

const TRY_AGAIN_MS = 20;
const MAX_WAIT_MS = 10_000;

/**
 * Replaces the text of a file by `change(text)` (`undefined` for an absent file); nothing is written for `undefined`.
 * Other callers of this function are excluded, in this process and others. Returns the previous text. Rejects with the
 * errors of `change` and of `replaceFile`.
 */
export async function updateFile(
  path: string,
  change: (before: string | undefined) => string | undefined,
  options: ReplaceOptions = {},
): Promise<string | undefined> {
  const lock = await lockOf(path);
  try {
    const before = await readFile(path, 'utf8').catch((cause: unknown) => {
      if (errorCodeOf(cause) === 'ENOENT') return undefined;
      throw notSaved(path, cause);
    });
    const after = change(before);
    if (after !== undefined) await replaceFile(path, after, options);
    return before;
  } finally {
    lock.release();
  }
}

async function lockOf(path: string): Promise<Lock & { readonly release: () => void }> {
  for (let waited = 0; ; waited += TRY_AGAIN_MS) {
    let lock: Lock;
    try {
      lock = takeLock(`${path}.lock`);
    } catch (cause) {
      throw notSaved(path, cause);
    }
    if ('release' in lock) return lock;
    if (waited >= MAX_WAIT_MS)
      throw new SameasError('file-unwritable', `Another process (${String(lock.heldBy)}) is changing ${path}.`, {
        advice: 'Wait until it has ended, then try again.',
        facts: { file: path },
      });
    await pause(TRY_AGAIN_MS);
  }
}

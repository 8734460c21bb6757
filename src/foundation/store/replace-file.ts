import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inDoubt, notSaved } from './save-faults.js';
import { NODE_STORE_DISK, PRIVATE, writeWhole, type StoreDisk } from './store-disk.js';

export interface ReplaceOptions {
  /** Mode of a new file; an existing one keeps its own. Default: readable for this user only. */
  readonly mode?: number;
  readonly disk?: StoreDisk | undefined;
  /**
   * Gets the path of the temporary file before it is created, and `undefined` when it is gone, so that a signal handler
   * can remove it.
   */
  readonly temporary?: ((path: string | undefined) => void) | undefined;
}

/**
 * Replaces a file atomically; a kill at any instant leaves the old or the new one. Resolves when it is on disk. Rejects
 * with `disk-full` and `file-unwritable` and the old file; and with `save-in-doubt` and the new one, which a power
 * failure may lose.
 */
export async function replaceFile(
  path: string,
  text: string,
  { mode = PRIVATE, disk = NODE_STORE_DISK, temporary }: ReplaceOptions = {},
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const part = `${target}.${randomBytes(4).toString('hex')}.part`;
  temporary?.(part);
  try {
    const file = await disk.open(part, { new: mode, like: target });
    try {
      await writeWhole(file, Buffer.from(text), 0);
      await file.flush();
    } catch (thrown) {
      await file.close().catch(() => undefined);
      throw thrown;
    }
    await file.close();
    await disk.rename(part, target);
  } catch (cause) {
    await disk.remove(part).catch(() => undefined);
    throw notSaved(path, cause);
  } finally {
    temporary?.(undefined);
  }
  await disk.flushFolder(dirname(target)).catch((cause: unknown) => Promise.reject(inDoubt(path, cause)));
}

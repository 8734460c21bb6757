import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inDoubt, notSaved } from './save-faults.js';
import { NODE_STORE_DISK, PRIVATE, writeWhole, type StoreDisk } from './store-disk.js';

export interface ReplaceOptions {
  /** Mode of a file that is not there yet; one that is there keeps its own. Left out: only this user can read it. */
  readonly mode?: number;
  readonly disk?: StoreDisk | undefined;
  /** Is given the path of the temporary file before it is made, and `undefined` when it is gone, so that a signal in between can remove it. */
  readonly temporary?: ((path: string | undefined) => void) | undefined;
}

/**
 * Replaces a file in one step; a kill at any instant leaves the old one or the new one. It is on disk when this resolves. Rejects with `disk-full` and `file-unwritable`: the old one is there then; and with
 * `save-in-doubt`: the new one is there, and may be lost if the machine loses power.
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

import { open } from 'node:fs/promises';

/** A file that was made or renamed is on disk for certain only once its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined); // not every system lets a folder be opened
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

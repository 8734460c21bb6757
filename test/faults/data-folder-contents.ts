import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../src/projects/store/disk.js';

/** The paths of all files and folders below a folder, in order of their names. What is removed while they are listed may be among them or not. */
export function pathsBelow(folder: string): readonly string[] {
  return namesIn(folder)
    .flatMap((entry) => [
      entry.name,
      ...(entry.isDirectory() ? pathsBelow(join(folder, entry.name)).map((path) => join(entry.name, path)) : []),
    ])
    .sort();
}

function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

/** Resolves when nothing is left in a data folder of what requests needed while they were answered; rejects with what is still there after a minute. */
export async function requestsAreCleanedUp(dataFolder: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const left = ['work', 'trash'].flatMap((name) =>
      pathsBelow(join(dataFolder, name)).map((path) => join(name, path)),
    );
    if (left.length === 0) return;
    if (Date.now() > giveUpAt) throw new Error(`These files were left behind: ${left.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own for one test file; `remove` it in `afterAll`. */
export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file and gives its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly remove: () => void;
}

/** Linux keeps files here in memory, where flushing costs nothing. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 1e9;

/** The folder for files of tests that flush thousands of times: in memory where the system has enough of it. */
export function parentInMemory(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < NEEDED_BYTES ? tmpdir() : MEMORY;
}

export function temporaryFolder(parent = tmpdir()): TemporaryFolder {
  const path = mkdtempSync(join(parent, 'sameas-test-'));
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** The same folder in memory where the system has one: for tests that flush thousands of times, and bring about losses of power themselves. */
export function temporaryFolderInMemory(): TemporaryFolder {
  return temporaryFolder(existsSync(MEMORY) ? MEMORY : tmpdir());
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

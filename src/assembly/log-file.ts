import { closeSync, openSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/** A file, or the standard output, that takes lines at its end and nothing else. */
export interface LogFile {
  /** Adds a line of JSON. Resolves when it has been written, or was given up; never rejects. */
  readonly add: (value: object) => Promise<void>;
  /** Opens the file of this name anew before the next line. */
  readonly reopen: () => void;
  /** Writes what waits, then closes the file. */
  readonly close: () => Promise<void>;
}

interface LogFileOptions {
  /** Path of the file; `-` for the standard output. */
  readonly path: string;
  readonly writeOut: (text: string) => void;
  /** Told once, until lines can be written again. */
  readonly onFailure: (cause: unknown) => void;
}

/** Its user writes it, its group may read it. */
const MODE = 0o640;
/** Lines that wait for a disk that does not take them; more are given up. */
const MAX_WAITING = 10_000;
/** How often it is looked whether the file was renamed or removed. */
const LOOK_MS = 1_000;

/**
 * Makes the file where there is none; throws what the system says where that cannot be. A file that was renamed or removed is made anew within a second, without any signal, so that programs that rotate logs need to tell nothing. Lines are written
 * in order, those that came meanwhile in one piece.
 */
export function createLogFile({ path, writeOut, onFailure }: LogFileOptions): LogFile {
  if (path !== '-') closeSync(openSync(path, 'a', MODE));
  let handle: FileHandle | undefined;
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  let lookedAt = 0;
  let hasFailed = false;

  async function current(): Promise<FileHandle> {
    const now = performance.now();
    if (handle !== undefined && now - lookedAt > LOOK_MS) {
      lookedAt = now;
      const [open, named] = [await handle.stat(), await stat(path).catch(() => undefined)];
      if (named === undefined || named.ino !== open.ino || named.dev !== open.dev) await closeHandle();
    }
    handle ??= await open(path, 'a', MODE);
    return handle;
  }

  async function closeHandle(): Promise<void> {
    const old = handle;
    handle = undefined;
    await old?.close();
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        await (await current()).appendFile(lines.join(''));
        hasFailed = false;
      } catch (cause) {
        await closeHandle().catch(() => undefined);
        if (!hasFailed) onFailure(cause);
        hasFailed = true;
      }
    }
  }

  return {
    add: (value) => {
      const line = `${JSON.stringify(value)}\n`;
      if (path === '-') {
        writeOut(line);
        return Promise.resolve();
      }
      if (waiting.length >= MAX_WAITING) return Promise.resolve();
      waiting.push(line);
      writing ??= writeWaiting().finally(() => (writing = undefined));
      return writing;
    },
    reopen: () => {
      lookedAt = -Infinity;
    },
    close: async () => {
      await writing;
      await closeHandle();
    },
  };
}

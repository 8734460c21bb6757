import { closeSync, openSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/** An append-only file of lines, or the standard output. */
export interface LogFile {
  /** Adds a line of JSON. Resolves when it is written or given up; never rejects. */
  readonly add: (value: object) => Promise<void>;
  /** Reopens the file before the next line. */
  readonly reopen: () => void;
  readonly close: () => Promise<void>;
}

interface LogFileOptions {
  /** Path of the file; `-` for the standard output. */
  readonly path: string;
  readonly writeOut: (text: string) => void;
  /** Called once for each series of failures. */
  readonly onFailure: (cause: unknown) => void;
}

/** Writable for the user, readable for the group. */
const MODE = 0o640;
/** Maximum number of lines that wait for a slow disk; more are given up. */
const MAX_WAITING = 10_000;
/** Interval of checking whether the file was renamed or removed. */
const LOOK_MS = 1_000;

/**
 * Creates the file if necessary; throws the system's error. A renamed or removed file is recreated within a second, so
 * that log rotation needs no signal. Lines are written in order, waiting ones together.
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

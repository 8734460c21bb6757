import { open, type FileHandle } from 'node:fs/promises';
import { appendAll } from './append-all.js';

/*
 * Files of JSON lines that only grow. A line counts when its line break is there: what a killed process has left behind half written is cut off when the
 * file is opened again.
 */

const PIECE = 256 * 1024;
const LINE_BREAK = 10;

/** A file of lines, of which any can be read by its number. */
export interface LineFile {
  /** Whole lines in it. */
  readonly count: () => number;
  /** Lines from `start`, as many as there are of `count`. */
  readonly read: (start: number, count: number) => Promise<readonly string[]>;
  /** Adds lines, none with a line break in it. They are on disk when this returns. Calls at once are written one after the other, and may share a write. Rejects when they could not be written: then nothing of them is there. */
  readonly append: (lines: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a file, which is made where there is none, and hands over the lines that it holds, decoded where somebody wants them. `readOnly`: it must be there, and is left as it is, for somebody else may be adding to it. Cost: reading
 * it once. Memory: eight bytes a line.
 */
export async function openLineFile(
  path: string,
  visit: (line: () => string, index: number) => void,
  { readOnly = false } = {},
): Promise<LineFile> {
  const handle = await open(path, readOnly ? 'r' : 'a+');
  const ends: number[] = [];
  try {
    await scan(handle, (line, end) => {
      visit(line, ends.length);
      ends.push(end);
    });
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
  if (!readOnly) await handle.truncate(ends.at(-1) ?? 0);
  let written: Promise<void> = Promise.resolve();
  // What is written together next: all who wait for it hear of one outcome.
  let waiting: { readonly lines: string[]; readonly done: Promise<void> } | undefined;
  const flush = async (lines: readonly string[]): Promise<void> => {
    const before = ends.at(-1) ?? 0;
    try {
      await handle.appendFile(lines.map((line) => `${line}\n`).join(''));
      await handle.datasync();
    } catch (thrown) {
      // Half a line at the end would spoil the next one.
      await handle.truncate(before).catch(() => undefined);
      throw thrown;
    }
    let end = before;
    for (const line of lines) ends.push((end += Buffer.byteLength(line) + 1));
  };
  return {
    count: () => ends.length,
    read: async (start, count) => {
      const last = Math.min(ends.length, start + count);
      if (start >= last) return [];
      const from = start === 0 ? 0 : (ends[start - 1] ?? 0);
      const bytes = Buffer.alloc((ends[last - 1] ?? from) - from);
      await handle.read(bytes, 0, bytes.length, from);
      return bytes.toString('utf8').split('\n').slice(0, -1);
    },
    append: (lines) => {
      if (waiting === undefined) {
        const group: string[] = [];
        const done = written.then(() => {
          waiting = undefined;
          return group.length === 0 ? undefined : flush(group);
        });
        waiting = { lines: group, done };
        written = done.catch(() => undefined);
      }
      appendAll(waiting.lines, lines);
      return waiting.done;
    },
    close: () => written.then(() => handle.close()),
  };
}

async function scan(handle: FileHandle, take: (line: () => string, end: number) => void): Promise<void> {
  const piece = Buffer.alloc(PIECE);
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, PIECE, position + rest.length);
    if (bytesRead === 0) return;
    const bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
    let from = 0;
    for (let to = bytes.indexOf(LINE_BREAK); to >= 0; to = bytes.indexOf(LINE_BREAK, from)) {
      const start = from;
      take(() => bytes.toString('utf8', start, to), position + to + 1);
      from = to + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
    position += from;
  }
}

import { dirname } from 'node:path';
import { inDoubt, notSaved } from './save-faults.js';
import { NODE_STORE_DISK, PRIVATE, writeWhole, type StoreDisk, type StoreFile } from './store-disk.js';

/*
 * Files of lines to which acts are added: what people and clients were told is saved. A line is a transaction. It counts when its line break is on disk; everything in memory follows from the lines that count.
 */

/** Bytes of lines that are taken before others have their turn. */
const PIECE = 128 * 1024;
const LINE_BREAK = 10;

/** Takes a line that is on disk. `line(until)` decodes it, up to the first `until`, a character of ASCII, where that is given. */
type TakeLine = (line: (until?: string) => string, index: number) => void;

export interface LogOptions {
  /** The file must be there and is left as it is: another thread adds to it. At most `through` lines are read, those that were there when that thread named this number. */
  readonly readOnly?: { readonly through?: number };
  readonly disk?: StoreDisk | undefined;
}

/** A file of acts, of which any can be read by its place. */
export interface ActLog {
  readonly count: () => number;
  /** Lines from `start`, as many as there are of `count`. */
  readonly read: (start: number, count: number) => Promise<readonly string[]>;
  /**
   * Adds one act. `decide` is called when all acts before have been saved or refused, so that it sees what follows from them; it gives a line without line breaks, or `undefined` to leave everything as it is, or throws.
   * When this resolves the line is on disk and taken. Rejects with `disk-full` and `file-unwritable`: it is not there then, nor will be; and with `save-in-doubt`.
   */
  readonly act: <Line extends string | undefined>(decide: () => Line) => Promise<Line>;
  /** Adds lines that are no acts of their own: a kill may leave the first of them. Else as `act`. */
  readonly append: (lines: readonly string[]) => Promise<void>;
  /** Puts other lines in the place of the first `count`, in one step; they are not taken. Acts are added meanwhile. Rejects as `act`, and leaves the old lines. */
  readonly replace: (count: number, lines: Iterable<string>) => Promise<void>;
  /** Resolves when what was begun is settled. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a file, which is made where there is none, and hands each line to `take`, now and when it is added. What a killed process has left half written is cut off. Cost: reading the file once. Memory: eight bytes a line.
 * Rejects with what `take` throws, and with errors of the file system.
 */
export async function openActLog(
  path: string,
  take: TakeLine,
  { readOnly, disk = NODE_STORE_DISK }: LogOptions = {},
): Promise<ActLog> {
  let file = await disk.open(path, readOnly === undefined ? 'write' : 'read');
  if (readOnly === undefined) await disk.remove(`${path}.part`).catch(() => undefined);
  let ends: number[] = [];
  try {
    await scan(file, readOnly?.through ?? Infinity, (line, end) => {
      take(line, ends.length);
      ends.push(end);
    });
  } catch (thrown) {
    await file.close().catch(() => undefined);
    throw thrown;
  }
  const size = (): number => ends.at(-1) ?? 0;
  // What is behind the last line that counts must go before another is added; so must a name be on disk that may not be.
  let [hasRest, isNamed] = [readOnly === undefined, false];
  let settled: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = settled.then(work);
    settled = done.catch(() => undefined);
    return done;
  }

  async function cutOff(): Promise<void> {
    await file.truncate(size());
    hasRest = false;
  }

  async function add(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    let isBegun = false;
    try {
      if (hasRest) await cutOff();
      if (!isNamed) await disk.flushFolder(dirname(path));
      isNamed = true;
      [hasRest, isBegun] = [true, true];
      await writeWhole(file, Buffer.from(lines.map((line) => `${line}\n`).join('')), size());
      await file.flush();
      hasRest = false;
    } catch (cause) {
      if (isBegun) await cutOff().catch(() => Promise.reject(inDoubt(path, cause)));
      throw notSaved(path, cause);
    }
    let end = size();
    for (const line of lines) {
      ends.push((end += Buffer.byteLength(line) + 1));
      take((until) => (until === undefined ? line : (line.split(until, 1)[0] ?? '')), ends.length - 1);
    }
  }

  async function read(start: number, count: number): Promise<readonly string[]> {
    const last = Math.min(ends.length, start + count);
    if (start >= last) return [];
    const from = start === 0 ? 0 : (ends[start - 1] ?? 0);
    const bytes = Buffer.alloc((ends[last - 1] ?? from) - from);
    for (let done = 0; done < bytes.length;) {
      const more = await file.read(bytes.subarray(done), from + done);
      if (more === 0) throw new Error(`${path} is shorter than it was.`);
      done += more;
    }
    return bytes.toString('utf8').split('\n').slice(0, -1);
  }

  async function replace(count: number, lines: Iterable<string>): Promise<void> {
    const part = `${path}.part`;
    let next: StoreFile | undefined;
    const nextEnds: number[] = [];
    const write = async (more: readonly string[]): Promise<void> => {
      const from = nextEnds.at(-1) ?? 0;
      await writeWhole(next ?? file, Buffer.from(more.map((line) => `${line}\n`).join('')), from);
      let end = from;
      for (const line of more) nextEnds.push((end += Buffer.byteLength(line) + 1));
    };
    try {
      await disk.remove(part);
      next = await disk.open(part, { new: PRIVATE, like: path });
      for (const portion of portionsOf(lines)) await write(portion);
      await inTurn(async () => {
        await write(await read(count, ends.length - count));
        await next?.flush();
        await disk.rename(part, path);
        const old = file;
        [file, ends, hasRest, isNamed] = [next ?? file, nextEnds, false, false];
        next = undefined;
        await old.close().catch(() => undefined);
      });
    } catch (cause) {
      await next?.close().catch(() => undefined);
      await disk.remove(part).catch(() => undefined);
      throw notSaved(path, cause);
    }
  }

  return {
    count: () => ends.length,
    read,
    act: (decide) =>
      inTurn(async () => {
        const line = decide();
        if (line !== undefined) await add([line]);
        return line;
      }),
    append: (lines) => inTurn(() => add(lines)),
    replace,
    close: () => settled.then(() => file.close()),
  };
}

/** Lines that are written at once. */
const PORTION = 1_000;

function* portionsOf(lines: Iterable<string>): Iterable<readonly string[]> {
  let portion: string[] = [];
  for (const line of lines) {
    portion.push(line);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

async function scan(
  file: StoreFile,
  most: number,
  take: (line: (until?: string) => string, end: number) => void,
): Promise<void> {
  const piece = Buffer.alloc(PIECE);
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  for (let lines = 0; lines < most;) {
    const count = await file.read(piece, position + rest.length);
    if (count === 0) return;
    const bytes = Buffer.concat([rest, piece.subarray(0, count)]);
    let from = 0;
    for (let to = bytes.indexOf(LINE_BREAK); to >= 0 && lines < most; to = bytes.indexOf(LINE_BREAK, from), lines++) {
      const [start, end] = [from, to];
      take(
        (until) => {
          const at = until === undefined ? -1 : bytes.subarray(start, end).indexOf(until);
          return bytes.toString('utf8', start, at < 0 ? end : start + at);
        },
        position + to + 1,
      );
      from = to + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
    position += from;
  }
}

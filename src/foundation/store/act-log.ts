import { dirname } from 'node:path';
import { inDoubt, notSaved } from './save-faults.js';
import { NODE_STORE_DISK, PRIVATE, writeWhole, type StoreDisk, type StoreFile } from './store-disk.js';

/*
 * Append-only files of lines, which hold acknowledged changes. A line is a transaction: it is valid once its line break
 * is on disk, and all state in memory follows from valid lines.
 */

const PIECE = 128 * 1024;
const LINE_BREAK = 10;

/** Takes a valid line. `line(until)` decodes it, up to the first ASCII character `until` if given. */
type TakeLine = (line: (until?: string) => string, index: number) => void;

export interface LogOptions {
  /**
   * The file must exist and is not changed, while another thread appends to it. Reads at most `through` lines, those at
   * the time when that thread gave this number.
   */
  readonly readOnly?: { readonly through?: number };
  readonly disk?: StoreDisk | undefined;
}

/** A file of acts that can be read by number. */
export interface ActLog {
  readonly count: () => number;
  /** At most `count` lines from `start`. */
  readonly read: (start: number, count: number) => Promise<readonly string[]>;
  /**
   * Adds one act. `decide` is called after all earlier acts are saved or refused, so that it sees their effects; it
   * returns a line without line breaks, or `undefined` for no change, or throws. Resolves when the line is on disk and
   * taken. Rejects with `disk-full` and `file-unwritable` for a line that is not saved and never will be; and with
   * `save-in-doubt`.
   */
  readonly act: <Line extends string | undefined>(decide: () => Line) => Promise<Line>;
  /** Appends lines that are not separate acts: a kill may leave the first of them. Otherwise like `act`. */
  readonly append: (lines: readonly string[]) => Promise<void>;
  /**
   * Replaces the first `count` lines in one step, without taking the new ones. Acts may be added meanwhile. Rejects
   * like `act`, and keeps the old lines.
   */
  readonly replace: (count: number, lines: Iterable<string>) => Promise<void>;
  /** Resolves when pending acts are settled. */
  readonly close: () => Promise<void>;
}

/**
 * Opens or creates a file, and passes each line to `take`, now and when added. An incomplete last line of a killed
 * process is removed. Cost: reading the file once. Memory: eight bytes a line. Rejects with the errors of `take` and of
 * the file system.
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
  // A rest after the last valid line must be removed before another is added; and a new file name must be flushed.
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

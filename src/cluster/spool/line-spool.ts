import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/*
 * Lines of text in one file: written one after the other, and read as often as one likes from any of them on. Both are synchronous, as reading sources and estimating is.
 */

/** Bytes that are read at once. */
const CHUNK = 1 << 16;
/** The place of every so many lines is remembered. */
const LINES_OF_BLOCK = 256;
const LINE_BREAK = 10;

interface LineSpoolWriter {
  /** Takes a line without line breaks in it. */
  readonly add: (line: string) => void;
  /** After the last line. */
  readonly finish: () => LineSpool;
}

export interface LineSpool {
  readonly size: number;
  readonly bytes: number;
  /** The lines from this number on, counted from 0. */
  readonly linesFrom: (number: number) => Generator<string, undefined>;
  readonly close: () => void;
}

/** Writes lines to this file, which is made anew. Errors: those of the file system. */
export function writeLineSpool(path: string): LineSpoolWriter {
  const file = openSync(path, 'w+');
  const blocks: number[] = [];
  let waiting: string[] = [];
  let size = 0;
  let bytes = 0;
  const flush = (): void => {
    const content = Buffer.from(waiting.join(''));
    for (let written = 0; written < content.length;) written += writeSync(file, content, written);
    bytes += content.length;
    waiting = [];
  };
  return {
    add: (line) => {
      // A block begins with a flush, so that its place is known.
      if (size++ % LINES_OF_BLOCK === 0) {
        flush();
        blocks.push(bytes);
      }
      waiting.push(line, '\n');
    },
    finish: () => {
      flush();
      return {
        size,
        bytes,
        linesFrom: (number) =>
          linesOf(file, blocks[Math.floor(number / LINES_OF_BLOCK)] ?? bytes, number % LINES_OF_BLOCK),
        close: () => closeSync(file),
      };
    },
  };
}

/** The lines that begin at this place of the file, but for the first `skipped`. */
function* linesOf(file: number, from: number, skipped: number): Generator<string, undefined> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  let left: Buffer = Buffer.alloc(0);
  let toSkip = skipped;
  for (let position = from; ;) {
    const read = readSync(file, buffer, 0, CHUNK, position);
    if (read === 0) return;
    position += read;
    const content = left.length === 0 ? buffer.subarray(0, read) : Buffer.concat([left, buffer.subarray(0, read)]);
    let start = 0;
    for (let end = content.indexOf(LINE_BREAK); end >= 0; end = content.indexOf(LINE_BREAK, start)) {
      if (toSkip > 0) toSkip--;
      else yield content.toString('utf8', start, end);
      start = end + 1;
    }
    left = Buffer.from(content.subarray(start));
  }
}

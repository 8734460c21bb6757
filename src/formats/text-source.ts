import { decodeHead, decodeText, reportFaults } from './text-encoding.js';
import { type DetectedEncoding, detectEncoding } from './detect-encoding.js';
import type { ReportFault } from './raw-record.js';
import type { FileOnDisk } from './read-bytes.js';
import { detectFileEncoding, fileStart, fileText } from './text-file.js';

export interface TextSource {
  /** As named by the user, for messages. */
  readonly file: string;
  readonly encoding: DetectedEncoding;
  /** The first quarter of a megabyte, for detection. */
  readonly head: string;
  /** The whole text in pieces; may be called repeatedly. */
  readonly chunks: (report: ReportFault) => Iterable<string>;
  /** Position of the consumer of the chunks. */
  readonly position?: ReadPosition;
}

/** Bytes of a file in `head`. */
export const HEAD_BYTES = 256 * 1024;

/** The text in `bytes`, with its encoding detected unless stated. */
export function textSource(file: string, bytes: Buffer, encodingGiven?: string): TextSource {
  const encoding = detectEncoding(bytes, encodingGiven);
  const position = { done: 0, all: bytes.length };
  return {
    file,
    encoding,
    head: decodeHead(bytes, encoding, HEAD_BYTES),
    chunks: (report) => decodeText(bytes, encoding, report, (read) => void (position.done = read)),
    position,
  };
}

/**
 * The text of a file of any length, read from disk on each call of `chunks`. Throws errors of the file system. Cost:
 * one pass over the file for its encoding.
 */
export function fileTextSource(file: string, { path, size }: FileOnDisk, encodingGiven?: string): TextSource {
  const encoding =
    encodingGiven === undefined ? detectFileEncoding(path) : detectEncoding(fileStart(path, 4), encodingGiven);
  const position = { done: 0, all: size };
  return {
    file,
    encoding,
    head: decodeHead(fileStart(path, HEAD_BYTES + encoding.markLength), encoding, HEAD_BYTES),
    chunks: (report) =>
      reportFaults(
        fileText(path, encoding, (read) => void (position.done = read)),
        encoding.encoding,
        report,
      ),
    position,
  };
}

/** Position of the last read of a text, in bytes. */
export interface ReadPosition {
  readonly done: number;
  readonly all: number;
}

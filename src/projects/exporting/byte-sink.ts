import { writeSync } from 'node:fs';

/** Destination of an export: written once, from the first byte to the last. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
}

const BUFFER_BYTES = 1 << 18;

/**
 * Collects small pieces and writes large ones to an open file. Call `end` when done. Throws errors of the file system.
 */
export function fileSink(
  fileDescriptor: number,
): ByteSink & { readonly bytes: () => number; readonly end: () => void } {
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let filled = 0;
  let written = 0;
  const flush = (): void => {
    for (let from = 0; from < filled;) from += writeSync(fileDescriptor, buffer, from, filled - from);
    written += filled;
    filled = 0;
  };
  return {
    bytes: () => written + filled,
    end: flush,
    write: (bytes) => {
      for (let from = 0; from < bytes.length;) {
        const count = Math.min(bytes.length - from, BUFFER_BYTES - filled);
        buffer.set(bytes.subarray(from, from + count), filled);
        filled += count;
        from += count;
        if (filled === BUFFER_BYTES) flush();
      }
    },
  };
}

/** Text in pieces, encoded as it goes. */
export interface TextSink {
  write(text: string): void;
  end(): void;
}

const TEXT_LENGTH = 1 << 16;

/** A text sink over bytes; `encode` gets pieces of some ten thousand characters that do not end inside a surrogate pair. */
export function textSink(sink: ByteSink, encode: (text: string) => Uint8Array): TextSink {
  let pieces: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length > 0) sink.write(encode(pieces.join('')));
    pieces = [];
    length = 0;
  };
  return {
    end: flush,
    write: (text) => {
      pieces.push(text);
      length += text.length;
      if (length >= TEXT_LENGTH && !endsInsidePair(text)) flush();
    },
  };
}

function endsInsidePair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00;
}

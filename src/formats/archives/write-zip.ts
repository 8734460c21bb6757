import { crc32 } from 'node:zlib';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

interface ZipWriter {
  /** Adds an unpacked file with its size in front, as readers require of a file that gives the type of the archive. */
  addPlain(name: string, text: string): void;
  begin(name: string): void;
  write(text: string): void;
  /** Must be called once. */
  end(): void;
}

/** Approximate characters of a piece for the packer. */
const PIECE_LENGTH = 1 << 16;

/** Passes bytes to `take` as they come. Throws the errors of `take`. */
export function zipWriter(take: (bytes: Uint8Array) => void): ZipWriter {
  let failure: Error | undefined;
  let contentOfHeader: Uint8Array | undefined;
  const zip = new Zip((error, bytes) => {
    if (error !== null) failure ??= error;
    else if (contentOfHeader === undefined) take(bytes);
    else {
      take(withSizes(bytes, contentOfHeader));
      contentOfHeader = undefined;
    }
  });
  let file: ZipDeflate | undefined;
  let pieces: string[] = [];
  let length = 0;
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure;
  };
  const flush = (piece: 'last' | 'more follow'): void => {
    const bytes = Buffer.from(pieces.join(''), 'utf8');
    pieces = [];
    length = 0;
    file?.push(bytes, piece === 'last');
    throwFailure();
  };
  const close = (): void => {
    if (file !== undefined) flush('last');
    file = undefined;
  };
  return {
    addPlain: (name, text) => {
      close();
      const content = Buffer.from(text, 'utf8');
      const plain = new ZipPassThrough(name);
      contentOfHeader = content;
      zip.add(plain);
      plain.push(content, true);
      throwFailure();
    },
    begin: (name) => {
      close();
      file = new ZipDeflate(name, { level: 3 });
      zip.add(file);
    },
    write: (text) => {
      pieces.push(text);
      length += text.length;
      const last = text.charCodeAt(text.length - 1);
      if (length >= PIECE_LENGTH && !(last >= 0xd800 && last < 0xdc00)) flush('more follow');
    },
    end: () => {
      close();
      zip.end();
      throwFailure();
    },
  };
}

const SIZES_FOLLOW = 8;

/**
 * The header of a file with checksum and sizes, which the packer would write after it. Source: the ZIP file format,
 * section 4.3.7.
 */
function withSizes(given: Uint8Array, content: Uint8Array): Uint8Array {
  const header = Buffer.from(given);
  header.writeUInt16LE(header.readUInt16LE(6) & ~SIZES_FOLLOW, 6);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  return header;
}

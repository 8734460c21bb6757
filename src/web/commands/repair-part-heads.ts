import type { Writable } from 'node:stream';

/** Longer heads of parts are left to the reader of the body, which refuses them. */
const LONGEST_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = '\r\n\r\n';
const TRAILING_SEMICOLON = /((?:^|\r\n)content-disposition:[^\r\n]*?)(?:[ \t]*;)+[ \t]*(?=\r\n)/gi;

/**
 * Passes the bytes of a multipart body on, but for a semicolon at the end of the header Content-Disposition of a part.
 */
interface PartHeadRepair {
  /** Bytes that can be passed on by now. */
  readonly take: (chunk: Buffer) => Buffer;
  /** Bytes held back, at the end of the body. */
  readonly rest: () => Buffer;
}

/**
 * Repairs a Content-Disposition that ends with a semicolon (`form-data; name="format";`), as some programs write it:
 * the reader of the body would ignore the part, with its file. Contents of parts are not touched. `boundary` is that of
 * the header Content-Type, without the hyphens before it.
 */
export function partHeadRepair(boundary: string): PartHeadRepair {
  const delimiter = Buffer.from(`\r\n--${boundary}\r\n`, 'latin1');
  // The first delimiter has no line before it: an empty one is added, and never passed on.
  let held: Buffer = Buffer.from('\r\n');
  let toDrop = held.length;
  let isInHead = false;
  const passOn = (bytes: Buffer): Buffer => {
    const dropped = Math.min(toDrop, bytes.length);
    toDrop -= dropped;
    return bytes.subarray(dropped);
  };

  /** Moves settled bytes from `held` to `out`; whether there may be more. */
  function settle(out: Buffer[]): boolean {
    if (isInHead) {
      const end = held.indexOf(END_OF_HEAD);
      if (end < 0 && held.length <= LONGEST_HEAD_BYTES) return false;
      const length = end < 0 ? held.length : end + END_OF_HEAD.length;
      const head = held.subarray(0, length).toString('latin1');
      out.push(Buffer.from(end < 0 ? head : head.replace(TRAILING_SEMICOLON, '$1'), 'latin1'));
      held = held.subarray(length);
      isInHead = false;
      return true;
    }
    const start = held.indexOf(delimiter);
    const length = start < 0 ? held.length - beginningAtEnd(held, delimiter) : start + delimiter.length;
    out.push(passOn(held.subarray(0, length)));
    held = held.subarray(length);
    isInHead = start >= 0;
    return isInHead;
  }

  return {
    take: (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const out: Buffer[] = [];
      while (settle(out));
      return out.length === 1 ? (out[0] ?? held) : Buffer.concat(out);
    },
    rest: () => {
      const bytes = passOn(held);
      held = Buffer.alloc(0);
      return bytes;
    },
  };
}

/** Length of the end of `bytes` that is a prefix of `delimiter`, which may go on in the next chunk. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  for (let length = Math.min(bytes.length, delimiter.length - 1); length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(delimiter.subarray(0, length))) return length;
  }
  return 0;
}

/** Repairs everything written to `reader` before it reads it. Without a boundary in `contentType` nothing changes. */
export function repairPartHeads(reader: Writable, contentType: string): void {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return;
  const repair = partHeadRepair(boundary);
  const write = reader.write.bind(reader) as (chunk: Buffer) => boolean; // one of its forms
  const end = reader.end.bind(reader) as () => Writable; // one of its forms
  const writeRepaired = (chunk: Buffer): boolean => write(repair.take(chunk));
  const endRepaired = (): Writable => {
    write(repair.rest());
    return end();
  };
  // A request is piped into it: chunks of bytes, and then the end.
  Object.assign(reader, { write: writeRepaired, end: endRepaired });
}

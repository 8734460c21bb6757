import { PassThrough, Readable } from 'node:stream';
import unbzip2 from 'unbzip2-stream';

/** Maximum bytes unpacked at once: a piece is checked before the next. */
const PIECE_BYTES = 1 << 20;

/**
 * The unpacked content of a bzip2 stream; fails if it is truncated or damaged. Destroying the result also destroys the
 * packed stream.
 */
export function bunzip2Stream(packed: Readable): Readable {
  const output = new PassThrough();
  const fail = (fault: Error): void => void output.destroy(fault);
  packed.on('error', fail);
  packed.pipe(unbzip2()).on('error', fail).pipe(output);
  return output.on('close', () => packed.destroy());
}

/** Unpacks bzip2. Throws a RangeError beyond `maxBytes`, an Error for truncated or damaged content. */
export async function bunzip2(packed: Buffer, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of bunzip2Stream(Readable.from(piecesOf(packed)))) {
    const buffer = Buffer.from(piece as Buffer); // streams without an encoding give buffers
    bytes += buffer.length;
    if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes come of it`);
    pieces.push(buffer);
  }
  return Buffer.concat(pieces, bytes);
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

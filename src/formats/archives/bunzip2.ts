import { PassThrough, Readable } from 'node:stream';
import unbzip2 from 'unbzip2-stream';

/** The longest piece that is unpacked at once: what comes of it is looked at before the next. */
const PIECE_BYTES = 1 << 20;

/** What a stream has packed with bzip2; fails where it breaks off or is damaged. Who does not want the rest destroys it, and with it the packed stream. */
export function bunzip2Stream(packed: Readable): Readable {
  const output = new PassThrough();
  const fail = (fault: Error): void => void output.destroy(fault);
  packed.on('error', fail);
  packed.pipe(unbzip2()).on('error', fail).pipe(output);
  return output.on('close', () => packed.destroy());
}

/** Unpacks bzip2. Throws a RangeError when more than `maxBytes` come of it, an Error when it breaks off or is damaged. */
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

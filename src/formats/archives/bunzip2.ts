import { PassThrough } from 'node:stream';
import unbzip2 from 'unbzip2-stream';

/** The longest piece that is unpacked at once: what comes of it is looked at before the next. */
const PIECE_BYTES = 1 << 20;

/** Unpacks bzip2. Throws a RangeError when more than `maxBytes` come of it, an Error when it breaks off or is damaged. */
export async function bunzip2(packed: Buffer, maxBytes: number): Promise<Buffer> {
  const input = new PassThrough();
  const output = new PassThrough();
  const unpacking = input.pipe(unbzip2());
  unpacking.on('error', (fault: Error) => output.destroy(fault));
  unpacking.pipe(output);
  void (async () => {
    for (let at = 0; at < packed.length && !output.destroyed; at += PIECE_BYTES) {
      if (!input.write(packed.subarray(at, at + PIECE_BYTES)))
        await new Promise((resolve) => input.once('drain', resolve));
    }
    input.end();
  })();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of output) {
    const buffer = Buffer.from(piece as Buffer); // streams without an encoding give buffers
    bytes += buffer.length;
    if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes come of it`);
    pieces.push(buffer);
  }
  return Buffer.concat(pieces, bytes);
}

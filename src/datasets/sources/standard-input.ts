import { createReadStream } from 'node:fs';
import { isatty } from 'node:tty';
import { emptyFile, unpackedBytes } from '../../formats/read-bytes.js';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { BytesContent } from './source-address.js';

const NAME = 'the standard input';
const MAX_BYTES = 2 ** 31 - 1;

/**
 * The standard input to its end; it can be read once. Errors: `source-unavailable` at a terminal, `file-empty`, also
 * for a second reading.
 */
export async function readStandardInput(): Promise<BytesContent> {
  if (isatty(0))
    throw new SameasError('source-unavailable', 'Nothing is piped into the standard input, which "-" stands for.', {
      advice: 'Pipe a list into the command: cat people.csv | sameas check -',
    });
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    // By its number: threads have no standard input.
    for await (const piece of createReadStream('', { fd: 0, autoClose: false })) {
      const buffer = Buffer.from(piece as Buffer); // streams without an encoding give buffers
      bytes += buffer.length;
      if (bytes > MAX_BYTES)
        throw new SameasError('file-unreadable', `${NAME} holds more than 2 GiB.`, {
          advice: 'Save it as several files and name them all.',
        });
      pieces.push(buffer);
    }
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    throw new SameasError(
      'source-unavailable',
      `${NAME} cannot be read: the system says ${String(errorCodeOf(thrown) ?? thrown)}.`,
      { advice: 'Save the list as a file and name that.', cause: thrown },
    );
  }
  if (bytes === 0) throw emptyFile(NAME);
  return { kind: 'bytes', read: await unpackedBytes(NAME, Buffer.concat(pieces, bytes)) };
}

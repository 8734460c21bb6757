import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Position of the header field that is 2 for a write-ahead log. Source: SQLite, Database File Format, 1.3.3. */
const READ_VERSION_AT = 19;

/** The write-ahead log next to an SQLite file; `undefined` without one, and for other files. */
export async function sqliteWriteAheadLog(path: string, bytes: Buffer): Promise<Buffer | undefined> {
  const isLogged = bytes.toString('latin1', 0, 16) === 'SQLite format 3\0' && bytes[READ_VERSION_AT] === 2;
  const log = `${path}-wal`;
  return isLogged && existsSync(log) ? readFile(log) : undefined;
}

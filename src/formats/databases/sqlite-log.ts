import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Where the header says that changes are kept in a log beside the file, by 2. Source: SQLite, Database File Format, 1.3.3. */
const READ_VERSION_AT = 19;

/** The log of changes that lies beside an SQLite file and has not been written into it yet; `undefined` for other files, and when there is none. */
export async function sqliteLogBeside(path: string, bytes: Buffer): Promise<Buffer | undefined> {
  const isLogged = bytes.toString('latin1', 0, 16) === 'SQLite format 3\0' && bytes[READ_VERSION_AT] === 2;
  const log = `${path}-wal`;
  return isLogged && existsSync(log) ? readFile(log) : undefined;
}

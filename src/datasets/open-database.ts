import { type ReadRows, RowLines, sqliteWriteAheadLog } from '../formats/databases/database-file.js';
import type { FormatName } from '../formats/file-formats.js';
import type { FileBytes } from '../formats/read-bytes.js';
import { type DataFile, type FileOptions, withDetails } from './data-file.js';
import { openRows } from './open-text-records.js';
import { rowsTooLong } from './sources/database-address.js';

/** Opens a database or a columnar file; SQLite with its write-ahead log. Errors: those of `ReadRows`; `file-empty`. */
export async function openDatabase(
  name: FormatName,
  readRows: ReadRows,
  options: FileOptions,
  { bytes, stored, gzipped }: FileBytes,
): Promise<DataFile> {
  const file = options.path;
  const log = gzipped ? undefined : await sqliteWriteAheadLog(file, bytes);
  let lines: RowLines | undefined;
  const withinBuffer = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      throw thrown instanceof RangeError ? rowsTooLong({ title: file, path: file }) : thrown;
    }
  };
  const { readAs, table } = await readRows(
    { ...options, file, content: bytes, log, ways: { table: '--table NAME', query: '--query' } },
    (columns) => {
      const added = (lines = new RowLines(columns));
      return (values) => {
        withinBuffer(() => added.add(values));
        return true;
      };
    },
  );
  return openRows({
    options: { ...options, format: name, ...(table !== undefined && { table }) },
    rows: withinBuffer(() => lines?.finish()) ?? Buffer.alloc(0),
    stored: log === undefined ? stored : Buffer.concat([stored, log]),
    readAs: withDetails(readAs, gzipped ? ['packed'] : []),
  });
}

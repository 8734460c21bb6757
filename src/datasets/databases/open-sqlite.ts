import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import type { FileBytes } from '../../formats/read-bytes.js';
import { RowLines } from '../../formats/rows/row-lines.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { DataFile, FileOptions } from '../data-file.js';
import { openRows } from '../open-rows.js';
import { bareQuery, chooseTable, queryRefused } from './choose-table.js';
import { sqliteLogBeside } from './sqlite-log.js';

/** In KiB; the package reads pages through JavaScript, each as often as it is wanted. */
const CACHE_KIB = 65_536;

/**
 * The rows of a table or a query of an SQLite file. A copy is read, so that the file is never locked or changed; with it the log of changes that a program has
 * not written into the file yet. Errors: `source-invalid` for the table or the query, `file-damaged`.
 */
export async function openSqlite(options: FileOptions, read: FileBytes): Promise<DataFile> {
  const folder = await mkdtemp(join(tmpdir(), 'sameas-sqlite-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    await writeFile(copy, read.bytes);
    const log = read.gzipped ? undefined : await sqliteLogBeside(options.path, read.bytes);
    if (log !== undefined) await writeFile(`${copy}-wal`, log);
    const { rows, what, table } = rowsIn(copy, options);
    return openRows({
      options: { ...options, format: 'sqlite', ...(table !== undefined && { table }) },
      rows,
      stored: log === undefined ? read.stored : Buffer.concat([read.stored, log]),
      readAs: `${what} of an SQLite database${read.gzipped ? ', packed' : ''}`,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsIn(
  copy: string,
  options: FileOptions,
): { readonly rows: Buffer; readonly what: string; readonly table: string | undefined } {
  const file = options.path;
  let database: sqlite.Database | undefined;
  try {
    database = new sqlite.Database(copy);
    // A copy is nobody else's: this needs no shared memory, which the package does not have.
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA trusted_schema = OFF`);
    const tables = database
      .all(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      )
      .map(({ name }) => (typeof name === 'string' ? name : ''));
    const title = `the SQLite database ${file}`;
    const table =
      options.query === undefined
        ? chooseTable(options.table, { title, path: file, tables, howToName: '--table NAME' })
        : undefined;
    const query =
      table === undefined ? bareQuery(options.query ?? '') : `SELECT * FROM "${table.replaceAll('"', '""')}"`;
    database.exec('PRAGMA query_only = ON');
    return {
      rows: selected(database, query, (reason) => queryRefused(title, file, reason)),
      what: table === undefined ? 'a query' : `table "${table}"`,
      table,
    };
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    if (thrown instanceof RangeError)
      throw new SameasError('source-invalid', `${file} gives more than 2 GiB of rows.`, {
        advice: 'Select the columns and rows that are needed with --query.',
        facts: { file },
      });
    const damaged =
      thrown instanceof Error && /malformed|not a database|disk I\/O|unable to open/i.test(thrown.message);
    if (!damaged) throw thrown;
    throw new SameasError('file-damaged', `${file} is an SQLite database, but it is incomplete or damaged.`, {
      advice: 'Copy the file again while no program writes to it; `sqlite3 FILE "PRAGMA integrity_check"` says more.',
      facts: { file },
      cause: thrown,
    });
  } finally {
    database?.close();
  }
}

function selected(database: sqlite.Database, query: string, refused: (reason: string) => SameasError): Buffer {
  let statement: sqlite.Statement | undefined;
  try {
    statement = database.prepare(query);
    let lines: RowLines | undefined;
    for (const row of statement.iterate()) {
      lines ??= new RowLines(Object.keys(row));
      lines.add(Object.values(row));
    }
    return lines?.finish() ?? Buffer.alloc(0);
  } catch (thrown) {
    if (
      thrown instanceof RangeError ||
      !(thrown instanceof Error) ||
      /malformed|not a database|disk I\/O/i.test(thrown.message)
    )
      throw thrown;
    throw refused(thrown.message);
  } finally {
    try {
      statement?.finalize();
    } catch {
      // It says again what was thrown before.
    }
  }
}

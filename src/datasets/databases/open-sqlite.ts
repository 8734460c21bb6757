import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import type { FileBytes } from '../../formats/read-bytes.js';
import { RowLines } from '../../formats/rows/row-lines.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { TimeIsUp, withinTime } from '../../foundation/within-time.js';
import type { DataFile, FileOptions } from '../data-file.js';
import { openRows } from '../open-rows.js';
import { bareQuery, chooseTable, queryRefused } from './choose-table.js';
import { sqliteLogBeside } from './sqlite-log.js';

/** In KiB; the package reads pages through JavaScript, each as often as it is wanted. */
const CACHE_KIB = 65_536;
/** Rows that are read at once, and the longest that these may take: a view or a query that refers to itself may never end. */
const ROWS_AT_ONCE = 10_000;
const MAX_MS = 60_000;
/** Longest text or bytes of one value; in a file that is not longer nothing is looked at. */
const MAX_VALUE_BYTES = 64_000_000;

/** What reading a database may take. */
export interface SqliteLimits {
  readonly milliseconds: number;
  readonly valueBytes: number;
}

const LIMITS: SqliteLimits = { milliseconds: MAX_MS, valueBytes: MAX_VALUE_BYTES };

/**
 * The rows of a table or a query of an SQLite file. A copy is read, so that the file is never locked or changed; with it the log of changes that a program has
 * not written into the file yet. Errors: `source-invalid` for the table or the query, also where it gives no rows in time or a value is too long, `file-damaged`.
 */
export async function openSqlite(options: FileOptions, read: FileBytes, limits = LIMITS): Promise<DataFile> {
  const folder = await mkdtemp(join(tmpdir(), 'sameas-sqlite-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    await writeFile(copy, read.bytes);
    const log = read.gzipped ? undefined : await sqliteLogBeside(options.path, read.bytes);
    if (log !== undefined) await writeFile(`${copy}-wal`, log);
    const { rows, what, table } = rowsIn(copy, options, { ...limits, fileBytes: read.bytes.length });
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
  limits: SqliteLimits & { readonly fileBytes: number },
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
    const what = table === undefined ? 'a query' : `table "${table}"`;
    const refused = (reason: string): SameasError => queryRefused(title, file, reason);
    const guarded = limits.fileBytes > limits.valueBytes ? guardedQuery(database, query, limits, refused) : query;
    database.exec('PRAGMA query_only = ON');
    return { rows: selected(database, guarded, limits, { file, what, refused }), what, table };
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

/** The query with bytes left out, which say nothing to a reader, and so that a text which is too long is an error before it is read. */
function guardedQuery(
  database: sqlite.Database,
  query: string,
  { valueBytes }: SqliteLimits,
  refused: (reason: string) => SameasError,
): string {
  database.function('sameas_too_long', (column, bytes) => {
    throw new Error(
      `a value of column "${String(column)}" has ${String(bytes)} bytes; the limit is ${String(valueBytes)}. Leave the column out with --query`,
    );
  });
  try {
    database.exec(`CREATE TEMP VIEW sameas_rows AS ${query}`);
  } catch (thrown) {
    throw refused(thrown instanceof Error ? thrown.message : String(thrown));
  }
  const columns = database
    .all('PRAGMA table_info(sameas_rows)')
    .map(({ name }) => (typeof name === 'string' ? name : ''));
  const values = columns.map((name) => {
    const column = `"${name.replaceAll('"', '""')}"`;
    const length = `octet_length(${column})`;
    return `CASE WHEN typeof(${column}) = 'blob' THEN NULL WHEN ${length} > ${String(valueBytes)} THEN sameas_too_long('${name.replaceAll("'", "''")}', ${length}) ELSE ${column} END AS ${column}`;
  });
  return `SELECT ${values.join(', ')} FROM sameas_rows`;
}

/** What is selected, for messages. */
interface Selection {
  readonly file: string;
  readonly what: string;
  readonly refused: (reason: string) => SameasError;
}

function selected(
  database: sqlite.Database,
  query: string,
  { milliseconds }: SqliteLimits,
  { file, what, refused }: Selection,
): Buffer {
  let statement: sqlite.Statement | undefined;
  try {
    statement = database.prepare(query);
    let lines: RowLines | undefined;
    const rows = statement.iterate();
    const readSome = (): boolean => {
      for (let read = 0; read < ROWS_AT_ONCE; read++) {
        const row = rows.next();
        if (row.done === true) return false;
        lines ??= new RowLines(Object.keys(row.value));
        lines.add(Object.values(row.value));
      }
      return true;
    };
    while (withinTime(milliseconds, readSome));
    return lines?.finish() ?? Buffer.alloc(0);
  } catch (thrown) {
    if (thrown instanceof TimeIsUp)
      throw new SameasError(
        'source-invalid',
        `${what} of ${file} gives no more rows within ${String(milliseconds / 1000)} seconds; it may never end.`,
        {
          advice:
            'Choose another table with --table. A view or a query that refers to itself needs a condition that ends it.',
          facts: { file, seconds: milliseconds / 1000 },
          cause: thrown,
        },
      );
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

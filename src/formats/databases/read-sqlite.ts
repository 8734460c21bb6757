import { statSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { SameasError } from '../../foundation/sameas-error.js';
import { TimeIsUp, withinTime } from '../../foundation/within-time.js';
import { untranslated } from '../../foundation/sentence.js';
import {
  type DatabaseFile,
  type RowsRead,
  type TakeRows,
  bareQuery,
  chooseTable,
  queryRefused,
} from './database-file.js';

/** In KiB; the package reads pages through JavaScript on every use. */
const CACHE_KIB = 65_536;
/** Rows of one read, and its maximum duration: a recursive view or query may never end. */
const ROWS_AT_ONCE = 10_000;
const MAX_MS = 60_000;
/** Maximum bytes of one value; a shorter file is not checked. */
const MAX_VALUE_BYTES = 64_000_000;

interface SqliteLimits {
  readonly milliseconds: number;
  readonly valueBytes: number;
}

const LIMITS: SqliteLimits = { milliseconds: MAX_MS, valueBytes: MAX_VALUE_BYTES };

/**
 * The rows of a table or a query of an SQLite file. Reads a copy, so that the file is never locked or changed. Errors:
 * `source-invalid` for the table or the query, also for a timeout or a value that is too long, `file-damaged`.
 */
export async function readSqlite(file: DatabaseFile, take: TakeRows, limits = LIMITS): Promise<RowsRead> {
  const folder = await mkdtemp(join(tmpdir(), 'sameas-sqlite-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    await (typeof file.content === 'string' ? copyFile(file.content, copy) : writeFile(copy, file.content));
    if (file.log !== undefined) await writeFile(`${copy}-wal`, file.log);
    return rowsIn(copy, file, take, limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsIn(copy: string, file: DatabaseFile, take: TakeRows, limits: SqliteLimits): RowsRead {
  let database: sqlite.Database | undefined;
  try {
    database = new sqlite.Database(copy);
    // A copy is not shared: no shared memory is needed, which the package lacks.
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA trusted_schema = OFF`);
    const selection = selectionIn(database, file);
    const { query, what, refused } = selection;
    const guarded = statSync(copy).size > limits.valueBytes ? guardedQuery(database, query, limits, refused) : query;
    database.exec('PRAGMA query_only = ON');
    let takeRow: ReturnType<TakeRows> | undefined;
    for (const rows of selected(database, guarded, limits, selection))
      for (const row of rows) {
        takeRow ??= take(Object.keys(row));
        if (!takeRow(Object.values(row))) return { readAs: untranslated(what), table: selection.table };
      }
    return { readAs: untranslated(what), table: selection.table };
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    const damaged =
      thrown instanceof Error && /malformed|not a database|disk I\/O|unable to open/i.test(thrown.message);
    if (!damaged) throw thrown;
    throw new SameasError('file-damaged', `${file.file} is an SQLite database, but it is incomplete or damaged.`, {
      advice: 'Copy the file again while no program writes to it; `sqlite3 FILE "PRAGMA integrity_check"` says more.',
      facts: { file: file.file },
      cause: thrown,
    });
  } finally {
    database?.close();
  }
}

interface Selection {
  readonly query: string;
  readonly table: string | undefined;
  readonly what: string;
  readonly file: DatabaseFile;
  readonly refused: (reason: string) => SameasError;
}

function selectionIn(database: sqlite.Database, file: DatabaseFile): Selection {
  const tables = database
    .all(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .map(({ name }) => (typeof name === 'string' ? name : ''));
  const title = `the SQLite database ${file.file}`;
  const table =
    file.query === undefined ? chooseTable(file.table, { title, path: file.file, tables, ways: file.ways }) : undefined;
  return {
    query: table === undefined ? bareQuery(file.query ?? '') : `SELECT * FROM "${table.replaceAll('"', '""')}"`,
    table,
    what: `${table === undefined ? 'a query' : `table "${table}"`} of an SQLite database`,
    file,
    refused: (reason) => queryRefused(title, file.file, reason),
  };
}

/** The query without values of bytes, and with an error for a text that is too long before it is read. */
function guardedQuery(
  database: sqlite.Database,
  query: string,
  { valueBytes }: SqliteLimits,
  refused: (reason: string) => SameasError,
): string {
  database.function('sameas_too_long', (column, bytes) => {
    throw new Error(
      `a value of column "${String(column)}" has ${String(bytes)} bytes; the limit is ${String(valueBytes)}. Leave the column out of the query`,
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

function* selected(
  database: sqlite.Database,
  query: string,
  { milliseconds }: SqliteLimits,
  { table, file: { file, ways }, refused }: Selection,
): Generator<readonly sqlite.QueryResult[]> {
  let statement: sqlite.Statement | undefined;
  try {
    statement = database.prepare(query);
    const rows = statement.iterate();
    const some = (): readonly sqlite.QueryResult[] => {
      const batch: sqlite.QueryResult[] = [];
      while (batch.length < ROWS_AT_ONCE) {
        const row = rows.next();
        if (row.done === true) break;
        batch.push(row.value);
      }
      return batch;
    };
    for (let batch = withinTime(milliseconds, some); batch.length > 0; batch = withinTime(milliseconds, some))
      yield batch;
  } catch (thrown) {
    if (thrown instanceof TimeIsUp)
      throw new SameasError(
        'source-invalid',
        `${table === undefined ? 'a query' : `table "${table}"`} of ${file} gives no more rows within ${String(milliseconds / 1000)} seconds; it may never end.`,
        {
          advice: `Choose another table with ${ways.table.replace(/ NAME$/, '')}. A view or a query that refers to itself needs a condition that ends it.`,
          facts: { file, seconds: milliseconds / 1000 },
          cause: thrown,
        },
      );
    if (!(thrown instanceof Error) || /malformed|not a database|disk I\/O/i.test(thrown.message)) throw thrown;
    throw refused(thrown.message);
  } finally {
    try {
      statement?.finalize();
    } catch {
      // Repeats the earlier error.
    }
  }
}

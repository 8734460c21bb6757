import mysql from 'mysql2';
import { RowLines, bareQuery, chooseTable, queryRefused } from '../../formats/databases/database-file.js';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { type ReportProgress, noProgress } from '../../foundation/progress.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { untranslated } from '../../foundation/sentence.js';
import type { FileOptions } from '../data-file.js';
import { type DatabaseAddress, databaseAddress, databaseUnavailable, rowsTooLong } from './database-address.js';
import type { RowsContent, SourceAccess } from './source-address.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Rows between two reports of progress. */
const PROGRESS_INTERVAL = 2_048;

/**
 * The rows of a table (`?table=`, `--table`) or a query of MySQL or MariaDB, streamed in one read-only transaction. The
 * password may stand in the address or in MYSQL_PWD. Errors: `source-unavailable`, `source-invalid`.
 */
export async function readMysql(
  options: FileOptions,
  { tell = noProgress }: Pick<SourceAccess, 'tell'>,
): Promise<RowsContent> {
  const address = databaseAddress(options, /^mariadb:/i.test(options.path) ? 'MariaDB' : 'MySQL', 3306);
  const password = address.password !== '' ? address.password : (process.env['MYSQL_PWD'] ?? '');
  const connection = mysql.createConnection({
    host: address.host,
    port: address.port,
    ...(address.user !== '' && { user: address.user }),
    ...(password !== '' && { password }),
    ...(address.database !== '' && { database: address.database }),
    ...(['true', 'require', 'required'].includes(
      (address.parameters.get('ssl') ?? address.parameters.get('ssl-mode') ?? '').toLowerCase(),
    ) && { ssl: {} }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: 'utf8mb4',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  // An idle connection that breaks is noticed by the next request.
  connection.on('error', () => undefined);
  try {
    return await readRows(connection, address, options, tell);
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    if (thrown instanceof RangeError) throw rowsTooLong(address);
    throw unavailable(address, thrown);
  } finally {
    connection.destroy();
  }
}

async function readRows(
  connection: mysql.Connection,
  address: DatabaseAddress,
  options: FileOptions,
  tell: ReportProgress,
): Promise<RowsContent> {
  await all(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await all(connection, 'START TRANSACTION READ ONLY');
  const table =
    options.query === undefined
      ? chooseTable(address.table, {
          ...address,
          tables: await tablesOf(connection),
          ways: { table: '--table NAME, or ?table=NAME in the address', query: '--query' },
        })
      : undefined;
  const query =
    table === undefined ? bareQuery(options.query ?? '') : `SELECT * FROM \`${table.replaceAll('`', '``')}\``;
  if (table === undefined && !/^(?:\(*\s*select|with|values|table)\b/i.test(query))
    throw queryRefused(address.title, address.path, 'it is no SELECT');
  const rows = await stream(connection, query, tell).catch((thrown: unknown) => {
    // 42: syntax or access; 22: a value that cannot be; HY000: general, as for a statement that would write.
    throw thrown instanceof Error && /^(?:42|22|25|21|HY)/.test(stateOf(thrown))
      ? queryRefused(address.title, address.path, thrown.message)
      : thrown;
  });
  return {
    kind: 'rows',
    rows,
    readAs: untranslated(table === undefined ? `a query of ${address.title}` : `table "${table}" of ${address.title}`),
    table,
  };
}

async function tablesOf(connection: mysql.Connection): Promise<readonly string[]> {
  const rows = await all(
    connection,
    'SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1',
  );
  return rows.map(([name]) => String(name));
}

function all(connection: mysql.Connection, sql: string): Promise<readonly (readonly unknown[])[]> {
  return new Promise((resolve, reject) => {
    connection.query<mysql.RowDataPacket[][]>({ sql, rowsAsArray: true }, (error, rows) =>
      error === null ? resolve(Array.isArray(rows) ? rows : []) : reject(error),
    );
  });
}

function stream(connection: mysql.Connection, sql: string, tell: ReportProgress): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let lines = new RowLines([]);
    const query = connection.query({ sql, rowsAsArray: true });
    query.on('error', reject);
    query.on(
      'fields',
      (fields: readonly mysql.FieldPacket[] | undefined) =>
        (lines = new RowLines((fields ?? []).map(({ name }) => name))),
    );
    query.on('result', (row: unknown) => {
      try {
        if (Array.isArray(row)) lines.add(row);
        if (lines.rows % PROGRESS_INTERVAL === 0) tell({ phase: 'fetching', unit: 'rows', done: lines.rows });
      } catch (thrown) {
        connection.destroy();
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
      }
    });
    query.on('end', () => resolve(lines.finish()));
  });
}

function stateOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'sqlState' in thrown ? String(thrown.sqlState) : '';
}

function unavailable(address: DatabaseAddress, thrown: unknown): SameasError {
  switch (errorCodeOf(thrown)) {
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return databaseUnavailable(
        address,
        'it refuses the user name or the password',
        'Check both. The password may stand in the variable MYSQL_PWD, so that it is in no command line.',
        thrown,
      );
    case 'ER_BAD_DB_ERROR':
    case 'ER_DBACCESS_DENIED_ERROR':
      return databaseUnavailable(
        address,
        'it has no database of this name, or not for this user',
        'Check the name behind the host in the address.',
        thrown,
      );
    default:
      return databaseUnavailable(address, undefined, undefined, thrown);
  }
}

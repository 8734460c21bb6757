import pg from 'pg';
import { RowLines, bareQuery, chooseTable, queryRefused } from '../../formats/databases/database-file.js';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import { type ReportProgress, noProgress } from '../../foundation/progress.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { untranslated } from '../../foundation/sentence.js';
import type { FileOptions } from '../data-file.js';
import { type DatabaseAddress, databaseAddress, databaseUnavailable, rowsTooLong } from './database-address.js';
import type { RowsContent, SourceAccess } from './source-address.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Rows of one fetch. */
const ROWS_AT_ONCE = 5_000;
/** Dates and times stay as text: `date`, `timestamp`, `timestamptz` and arrays of these. */
const TIMES: ReadonlySet<number> = new Set([1082, 1114, 1184, 1115, 1182, 1185]);

const TABLES = `SELECT CASE WHEN n.nspname = ANY (current_schemas(false)) THEN c.relname ELSE n.nspname || '.' || c.relname END
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND NOT c.relispartition
    AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY 1`;

/**
 * The rows of a table (`?table=`, `--table`) or a query of PostgreSQL, read by a cursor in one read-only transaction. The password may stand in the address,
 * in PGPASSWORD or in ~/.pgpass. Errors: `source-unavailable`, `source-invalid`.
 */
export async function readPostgres(
  options: FileOptions,
  { tell = noProgress }: Pick<SourceAccess, 'tell'>,
): Promise<RowsContent> {
  const address = databaseAddress(options, 'PostgreSQL', 5432);
  const client = new pg.Client({
    host: address.host,
    port: address.port,
    ...(address.database !== '' && { database: address.database }),
    ...(address.user !== '' && { user: address.user }),
    ...(address.password !== '' && { password: address.password }),
    ...(wantsTls(address) && { ssl: { rejectUnauthorized: address.parameters.get('sslmode') !== 'require' } }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'sameas',
  });
  // An idle connection that breaks is noticed by the next request.
  client.on('error', () => undefined);
  try {
    await client.connect().catch((thrown: unknown) => {
      throw unavailable(address, thrown);
    });
    return await readRows(client, address, options, tell);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function wantsTls({ parameters }: DatabaseAddress): boolean {
  const mode = parameters.get('sslmode');
  return mode !== null && mode !== 'disable' && mode !== 'prefer' && mode !== 'allow';
}

async function readRows(
  client: pg.Client,
  address: DatabaseAddress,
  options: FileOptions,
  tell: ReportProgress,
): Promise<RowsContent> {
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Otherwise the order of a large table's rows depends on its other readers.
    await client.query('SET LOCAL synchronize_seqscans = off');
    const table =
      options.query === undefined
        ? chooseTable(address.table, {
            ...address,
            tables: await tablesOf(client),
            ways: { table: '--table NAME, or ?table=NAME in the address', query: '--query' },
          })
        : undefined;
    const query =
      table === undefined
        ? bareQuery(options.query ?? '')
        : `SELECT * FROM ${table
            .split('.')
            .map((part) => `"${part.replaceAll('"', '""')}"`)
            .join('.')}`;
    await client.query(`DECLARE sameas_rows NO SCROLL CURSOR FOR ${query}`).catch((thrown: unknown) => {
      throw refused(address, thrown);
    });
    const rows = await fetchAll(client, address, tell);
    return {
      kind: 'rows',
      rows,
      readAs: untranslated(
        table === undefined ? `a query of ${address.title}` : `table "${table}" of ${address.title}`,
      ),
      table,
    };
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    if (thrown instanceof RangeError) throw rowsTooLong(address);
    throw unavailable(address, thrown);
  }
}

async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<[string]>({ text: TABLES, rowMode: 'array' });
  return rows.map(([name]) => name);
}

async function fetchAll(client: pg.Client, address: DatabaseAddress, tell: ReportProgress): Promise<Buffer> {
  let lines: RowLines | undefined;
  for (;;) {
    const { rows, fields } = await client
      .query<unknown[]>({
        text: `FETCH ${ROWS_AT_ONCE} FROM sameas_rows`,
        rowMode: 'array',
        types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(oid, format) },
      })
      .catch((thrown: unknown) => {
        // A query may fail at a late row, such as with a division by zero.
        throw errorCodeOf(thrown) !== undefined && /^(?:22|42|23|2F|P0)/.test(String(errorCodeOf(thrown)))
          ? refused(address, thrown)
          : thrown;
      });
    lines ??= new RowLines(fields.map(({ name }) => name));
    for (const row of rows) lines.add(row);
    tell({ phase: 'fetching', unit: 'rows', done: lines.rows });
    if (rows.length < ROWS_AT_ONCE) return lines.finish();
  }
}

function parserOf(oid: number, format: 'text' | 'binary' | undefined): (text: string) => unknown {
  if (TIMES.has(oid)) return (text) => text;
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown; // a function of the text, which the types of the package leave open
}

function refused(address: DatabaseAddress, thrown: unknown): SameasError {
  return queryRefused(address.title, address.path, thrown instanceof Error ? thrown.message : String(thrown));
}

/** SQLSTATE 28: authorization; 3D: no such database. Source: PostgreSQL, Appendix A. */
function unavailable(address: DatabaseAddress, thrown: unknown): SameasError {
  const code = String(errorCodeOf(thrown) ?? '');
  if (code.startsWith('28'))
    return databaseUnavailable(
      address,
      'it refuses the user name or the password',
      'Check both. The password may stand in the variable PGPASSWORD or in ~/.pgpass, so that it is in no command line.',
      thrown,
    );
  if (code === '3D000')
    return databaseUnavailable(
      address,
      'it has no database of this name',
      'Check the name behind the host in the address.',
      thrown,
    );
  return databaseUnavailable(address, undefined, undefined, thrown);
}

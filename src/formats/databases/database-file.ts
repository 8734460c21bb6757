import { nearestWord } from '../../foundation/nearest-word.js';
import type { Sentence } from '../../foundation/sentence.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file of rows: a database, or a columnar file. */
export interface DatabaseFile {
  /** Name in messages. */
  readonly file: string;
  /** Bytes or path of the file, which is not changed. */
  readonly content: Buffer | string;
  readonly log?: Buffer | undefined;
  readonly table?: string | undefined;
  /** SQL query. */
  readonly query?: string | undefined;
  /** Options for naming a table or a query, for advice: `--table NAME`, `--query`. */
  readonly ways: { readonly table: string; readonly query: string };
}

/**
 * Takes the column names, and returns the function for the values of each row, which stops reading by returning false.
 */
export type TakeRows = (columns: readonly string[]) => (values: readonly unknown[]) => boolean;

/** Source of the rows: in words, after "read as", and the table, if there are several. */
export interface RowsRead {
  readonly readAs: Sentence;
  readonly table?: string | undefined;
}

/**
 * Reads all rows. Errors: `file-damaged`; `file-unreadable` for values that are too long; `source-invalid` for the
 * table, the query, or too many rows; the errors of `take`.
 */
export type ReadRows = (file: DatabaseFile, take: TakeRows) => Promise<RowsRead>;

/** A database with several tables. */
interface Database {
  /** After "in": `the PostgreSQL database "museum" on localhost`. */
  readonly title: string;
  /** The address without secrets. */
  readonly path: string;
  /** Tables and views, by the names to use. */
  readonly tables: readonly string[];
  /** Options for naming a table or a query, for advice. */
  readonly ways: DatabaseFile['ways'];
}

/** The stated table, or the only one. Throws `source-invalid` with the existing ones. */
export function chooseTable(given: string | undefined, { title, path, tables, ways }: Database): string {
  const invalid = (message: string, advice: string): SameasError =>
    new SameasError('source-invalid', message, { advice, facts: { file: path, tables: tables.slice(0, 100) } });
  if (given === undefined) {
    const [only] = tables;
    if (only !== undefined && tables.length === 1) return only;
    if (only === undefined)
      throw invalid(
        `There is no table in ${title}.`,
        'Check that it is the right database, and that you may read its tables.',
      );
    throw invalid(
      `There are ${tables.length} tables in ${title}: ${listed(tables)}.`,
      `Name the one that is meant (${ways.table}), or select with ${ways.query}.`,
    );
  }
  if (tables.includes(given)) return given;
  const found = tables.filter((table) => table.toLowerCase() === given.toLowerCase());
  if (found[0] !== undefined && found.length === 1) return found[0];
  const meant = nearestWord(given, tables);
  throw invalid(
    `There is no table "${given}" in ${title}.`,
    meant !== undefined
      ? `Did you mean "${meant}"?`
      : tables.length === 0
        ? 'Check that you may read its tables.'
        : `Its tables are ${listed(tables)}.`,
  );
}

function listed(tables: readonly string[]): string {
  return `${tables
    .slice(0, 10)
    .map((table) => `"${table}"`)
    .join(', ')}${tables.length > 10 ? ' …' : ''}`;
}

/** A query as a part of another statement: without its final semicolon. */
export function bareQuery(query: string): string {
  return query.trim().replace(/(?:\s*;)+$/, '');
}

/** The error for a query that the database refuses. `reason`: its message. */
export function queryRefused(title: string, path: string, reason: string): SameasError {
  return new SameasError('source-invalid', `The query was refused by ${title}: ${reason.replace(/\.?$/, '.')}`, {
    advice: 'Try the query in a program of the database first. It has to be one SELECT; nothing is ever written.',
    facts: { file: path },
  });
}

/** Position of the header field that is 2 for a write-ahead log. Source: SQLite, Database File Format, 1.3.3. */
const READ_VERSION_AT = 19;

/** The write-ahead log next to an SQLite file; `undefined` without one, and for other files. */
export async function sqliteWriteAheadLog(path: string, bytes: Buffer): Promise<Buffer | undefined> {
  const isLogged = bytes.toString('latin1', 0, 16) === 'SQLite format 3\0' && bytes[READ_VERSION_AT] === 2;
  const log = `${path}-wal`;
  return isLogged && existsSync(log) ? readFile(log) : undefined;
}

const MAX_BYTES = 2 ** 31 - 1;
const PIECE_LENGTH = 1 << 20;

/**
 * Rows of a database as text: one JSON object a line, for the usual reader. A missing value is an empty text, which
 * keeps the order of the columns. Memory: the text.
 */
export class RowLines {
  readonly #keys: readonly string[];
  readonly #pieces: Buffer[] = [];
  #text = '';
  #bytes = 0;
  #rows = 0;

  /** Columns of the same name get numbers. */
  constructor(columns: readonly string[]) {
    const counts = new Map<string, number>();
    this.#keys = columns.map((column, i) => {
      const name = column === '' ? `Column ${i + 1}` : column;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return JSON.stringify(count === 1 ? name : `${name} ${count}`);
    });
  }

  get rows(): number {
    return this.#rows;
  }

  /** Throws a RangeError when the text exceeds a buffer. */
  add(values: readonly unknown[]): void {
    this.#text += `{${this.#keys.map((key, i) => `${key}:${jsonOf(values[i])}`).join(',')}}\n`;
    this.#rows += 1;
    if (this.#text.length >= PIECE_LENGTH) this.#flush();
  }

  finish(): Buffer {
    this.#flush();
    return Buffer.concat(this.#pieces, this.#bytes);
  }

  #flush(): void {
    const piece = Buffer.from(this.#text);
    this.#text = '';
    this.#bytes += piece.length;
    if (this.#bytes > MAX_BYTES) throw new RangeError('the rows are longer than 2 GiB');
    this.#pieces.push(piece);
  }
}

/** Without bytes, which are unreadable. */
function jsonOf(value: unknown): string {
  if (value === null || value === undefined || value instanceof Uint8Array) return '""';
  if (typeof value === 'bigint') return `"${value}"`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '""' : JSON.stringify(dateText(value));
  return jsonOfValue(value);
}

/** A compound value as JSON, without bytes; large whole numbers as text. */
export function jsonOfValue(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? String(inner) : inner instanceof Uint8Array ? undefined : inner,
    ) ?? '""'
  );
}

/** The day alone for a date without a time. */
function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

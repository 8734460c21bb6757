import { nearestWord } from '../../foundation/nearest-word.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { DatabaseFile } from './database-file.js';

/** A database with several tables. */
export interface Database {
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

import { errorCodeOf } from '../../foundation/error-code-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { FileOptions } from '../data-file.js';
import { shownPath } from './source-address.js';

/** A database at an address. Only `password` holds the password. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** From the address or an option; `undefined`: the only table, or a query. */
  readonly table: string | undefined;
  readonly parameters: URLSearchParams;
  /** The address without secrets. */
  readonly path: string;
  /** In words: `the PostgreSQL database "museum" on localhost`. */
  readonly title: string;
}

/** Parses `postgres://user:password@host:port/database?table=NAME`. Throws `source-invalid`. */
export function databaseAddress({ path, table }: FileOptions, product: string, standardPort: number): DatabaseAddress {
  const url = URL.parse(path);
  const shown = shownPath(path);
  const parts =
    url === null
      ? undefined
      : [url.username, url.password, url.pathname.slice(1), url.hostname.replace(/^\[|\]$/g, '')].map(decoded);
  if (url === null || parts === undefined || parts.includes(undefined)) {
    throw new SameasError('source-invalid', `${shown} is no address of a database.`, {
      advice:
        'An address is written postgres://user@host:port/database?table=NAME; signs such as @ and # in it are written %40 and %23.',
    });
  }
  const [user = '', password = '', database = '', host = ''] = parts;
  const where = `${host === '' ? 'localhost' : host}${url.port === '' ? '' : `:${url.port}`}`;
  return {
    host: host === '' ? 'localhost' : host,
    port: url.port === '' ? standardPort : Number(url.port),
    user,
    password,
    database,
    table: table ?? url.searchParams.get('table') ?? undefined,
    parameters: url.searchParams,
    path: shown,
    title: database === '' ? `the ${product} server on ${where}` : `the ${product} database "${database}" on ${where}`,
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // a % that begins no sign
  }
}

const REASONS: Readonly<Record<string, readonly [why: string, advice: string]>> = {
  ECONNREFUSED: ['nothing answers there', 'Check host and port, and that the server is running.'],
  ENOTFOUND: ['there is no such host', 'Check the name of the host in the address.'],
  EAI_AGAIN: ['the name of the host cannot be looked up', 'Check the name of the host, and the network.'],
  ETIMEDOUT: ['no answer came in time', 'Check host and port, and whether a firewall stands between.'],
  ECONNRESET: ['the connection was interrupted', 'Try again; the log of the server may say why.'],
};

/**
 * The error for a database that is unreachable or refuses access; without a reason, it is taken from the thrown error.
 */
export function databaseUnavailable(
  { title, path }: DatabaseAddress,
  why: string | undefined,
  advice: string | undefined,
  thrown: unknown,
): SameasError {
  const code = String(errorCodeOf(thrown) ?? '');
  const known = REASONS[code];
  const words = thrown instanceof Error && thrown.message !== '' ? thrown.message : code;
  const isLate = /timeout/i.test(words);
  return new SameasError(
    'source-unavailable',
    `${capital(title)} cannot be read: ${why ?? known?.[0] ?? (isLate ? 'no answer came in time' : words)}.`,
    {
      advice: advice ?? known?.[1] ?? 'Check the address, and try again later.',
      facts: { file: path, ...(code !== '' && { reason: code }) },
    },
  );
}

/** The error for rows that exceed a buffer. */
export function rowsTooLong({ title, path }: Pick<DatabaseAddress, 'title' | 'path'>): SameasError {
  return new SameasError('source-invalid', `${capital(title)} gives more than 2 GiB of rows.`, {
    advice: 'Select the columns and rows that are needed with --query.',
    facts: { file: path },
  });
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

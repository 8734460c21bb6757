import { emptyFile, largeFile, readBytes, unpackedBytes } from '../../formats/read-bytes.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { FileOptions } from '../data-file.js';
import { STANDARD_INPUT, type SourceAccess, type SourceContent, isAddress, shownPath } from './source-address.js';

/** Kind of source. Its reader is loaded on first use. */
interface Source {
  readonly recognise: (path: string) => boolean;
  /** Errors: `source-unavailable`, `source-invalid`, and those of reading a file, all without passwords. */
  readonly read: (options: FileOptions, access: SourceAccess) => Promise<SourceContent>;
}

/** The first one that recognises a path reads it. */
const SOURCES: readonly Source[] = [
  {
    recognise: (path) => path === STANDARD_INPUT,
    read: async () => (await import('./standard-input.js')).readStandardInput(),
  },
  {
    recognise: (path) => /^postgres(?:ql)?:\/\//i.test(path),
    read: async (options, access) => (await import('./postgres-source.js')).readPostgres(options, access),
  },
  {
    recognise: (path) => /^(?:mysql|mariadb):\/\//i.test(path),
    read: async (options, access) => (await import('./mysql-source.js')).readMysql(options, access),
  },
  {
    recognise: (path) => /^https?:\/\//i.test(path),
    read: async (options, access) => (await import('./web-source.js')).readWeb(options, access),
  },
  {
    recognise: isAddress,
    read: ({ path }) => {
      throw new SameasError(
        'source-invalid',
        `${shownPath(path)} is an address of a kind from which no list is read.`,
        { advice: 'Name a file, or an address that begins with https://, postgres://, mysql:// or mariadb://.' },
      );
    },
  },
  { recognise: () => true, read: async ({ path }) => readFromDisk(path) },
];

async function readFromDisk(path: string): Promise<SourceContent> {
  const file = await largeFile(path);
  return file === undefined ? { kind: 'bytes', read: await readBytes(path) } : { kind: 'large', file };
}

/** Default access: files and databases, no web addresses. */
export const NO_WEB: SourceAccess = { urlAccess: 'off', cacheFolder: undefined };

/** Current content of a path or an address. Errors: those of the source. */
export async function readFromSource(options: FileOptions, access: SourceAccess): Promise<SourceContent> {
  const given = access.contents?.get(options.path);
  if (given?.length === 0) throw emptyFile(options.path);
  if (given !== undefined) return { kind: 'bytes', read: await unpackedBytes(options.path, given) };
  const source = SOURCES.find(({ recognise }) => recognise(options.path));
  if (source === undefined) throw new Error('the table of sources does not end with one that takes everything');
  return source.read(options, access);
}

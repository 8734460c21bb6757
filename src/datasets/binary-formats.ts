import { looksLikeIso2709 } from '../formats/marc/looks-like-iso2709.js';
import type { FileBytes } from '../formats/read-bytes.js';
import type { FormatName } from '../formats/record-formats.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { DataFile, FileOptions } from './data-file.js';

/** A way of writing records into bytes that are no text; what reads it is loaded when there is such a file. */
interface BinaryFormat {
  readonly name: FormatName;
  /** In words, after "is no …". */
  readonly title: string;
  readonly recognise: (bytes: Buffer) => boolean;
  readonly open: (options: FileOptions, read: FileBytes) => Promise<DataFile>;
}

/** Told by the first bytes. */
const BINARY_FORMATS: readonly BinaryFormat[] = [
  {
    name: 'marc',
    title: 'file of MARC records',
    recognise: looksLikeIso2709,
    open: async (options, read) => (await import('./marc/open-marc.js')).openMarc(options, read),
  },
  {
    name: 'sqlite',
    title: 'SQLite database',
    recognise: beginsWith('SQLite format 3\0'),
    open: async (options, read) => (await import('./databases/open-sqlite.js')).openSqlite(options, read),
  },
  {
    name: 'parquet',
    title: 'Parquet file',
    recognise: beginsWith('PAR1'),
    open: async (options, read) => (await import('./databases/open-parquet.js')).openParquet(options, read),
  },
];

function beginsWith(first: string): (bytes: Buffer) => boolean {
  return (bytes) => bytes.toString('latin1', 0, first.length) === first;
}

/** Whether a file that begins like this is of one of these formats. */
export function isBinary(start: Buffer): boolean {
  return BINARY_FORMATS.some(({ recognise }) => recognise(start));
}

/** The file, where its content is of one of these formats; `undefined` for all else. Throws `file-format-unknown` when the manifest states one that it is not. */
export async function openBinary(options: FileOptions, read: FileBytes): Promise<DataFile | undefined> {
  const format = BINARY_FORMATS.find(
    ({ name, recognise }) => (options.format === undefined || options.format === name) && recognise(read.bytes),
  );
  if (format !== undefined) return format.open(options, read);
  const stated = BINARY_FORMATS.find(({ name }) => name === options.format);
  if (stated === undefined) return undefined;
  throw new SameasError('file-format-unknown', `${options.path} is no ${stated.title}, though the manifest says so.`, {
    advice: 'Take "format" out of the manifest; the content tells it.',
    facts: { file: options.path },
  });
}

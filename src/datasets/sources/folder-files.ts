import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_EXTENSIONS } from '../../formats/file-formats.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { FileOptions } from '../data-file.js';
import { BESIDE_LISTS, READABLE_NAMES } from '../table-in-zip.js';
import { isLocalFile } from './source-address.js';
import { appendAll } from '../../foundation/append-all.js';

/** Names of a folder of lists that are read, beside those of an archive. */
const MORE = new RegExp(`\\.(?:gz|bz2|zip|${DATABASE_EXTENSIONS.join('|')})$`, 'i');

/** What the service itself keeps beside a list: names that people have taught it, and changes that programs have made. */
const KEPT_BESIDE = /\.(?:taught\.csv|changes\.jsonl)$/i;

/** Files in place of folders. */
interface FilesInFolders {
  readonly fileOptions: readonly FileOptions[];
  /** The folders that were looked into: a file more in one is a change. */
  readonly folders: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Each folder as the lists in it, in the order of their names; folders within are left alone, and so are readmes, licences, manifests and what the service keeps beside a list. Errors: `file-empty` for
 * a folder without a list.
 */
export async function filesInFolders(named: readonly FileOptions[]): Promise<FilesInFolders> {
  const fileOptions: FileOptions[] = [];
  const folders: string[] = [];
  const notes: string[] = [];
  for (const options of named) {
    if (!(await isFolder(options.path))) {
      fileOptions.push(options);
      continue;
    }
    folders.push(options.path);
    const entries = (await readdir(options.path, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
    const isList = (name: string): boolean =>
      (READABLE_NAMES.test(name) || MORE.test(name)) &&
      !BESIDE_LISTS.test(name) &&
      !KEPT_BESIDE.test(name) &&
      !/\.manifest\.json$/i.test(name);
    const lists = entries
      .filter((entry) => !entry.isDirectory() && isList(entry.name))
      .map(({ name }) => name)
      .sort();
    if (lists.length === 0) {
      throw new SameasError('file-empty', `There is no list in the folder ${options.path}.`, {
        advice:
          'Lists are told by their names there: .csv, .tsv, .json, .xlsx, .xml, .mrc and the like. Name a file with another name by itself.',
        facts: { file: options.path },
      });
    }
    const left = entries.map(({ name }) => name).filter((name) => !lists.includes(name));
    if (left.length > 0)
      notes.push(
        `Left out in the folder ${options.path}: ${left.slice(0, 5).join(', ')}${left.length > 5 ? ` and ${left.length - 5} more` : ''}.`,
      );
    appendAll(
      fileOptions,
      lists.map((name) => ({ ...options, path: join(options.path, name) })),
    );
  }
  return { fileOptions, folders, notes };
}

async function isFolder(path: string): Promise<boolean> {
  if (!isLocalFile(path)) return false;
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false, // what is wrong with it is said when it is read
  );
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_EXTENSIONS } from '../../formats/file-formats.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { FileOptions } from '../data-file.js';
import { ACCOMPANYING_FILES, READABLE_NAMES } from '../table-in-zip.js';
import { isLocalFile } from './source-address.js';
import { appendAll } from '../../foundation/append-all.js';

/** Further names of data files in a folder, apart from those in archives. */
const MORE = new RegExp(`\\.(?:gz|bz2|zip|${DATABASE_EXTENSIONS.join('|')})$`, 'i');

/** Files that the service keeps next to a dataset: learned aliases and entity changes. */
const SERVICE_FILES = /\.(?:taught\.csv|changes\.jsonl)$/i;

/** Files found in folders. */
interface FilesInFolders {
  readonly fileOptions: readonly FileOptions[];
  /** The searched folders: a new file in one is a change. */
  readonly folders: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Replaces each folder by its data files, sorted by name, without subfolders, readmes, licences, manifests and the
 * service's own files. Errors: `file-empty` for a folder without a data file.
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
      !ACCOMPANYING_FILES.test(name) &&
      !SERVICE_FILES.test(name) &&
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

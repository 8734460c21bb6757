import { basename } from 'node:path';
import type { Role } from '../access/api-key.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { DatasetSettings } from '../settings/setting-definitions.js';
import { filesInFolders } from '../datasets/sources/folder-files.js';
import { SameasError } from '../foundation/sameas-error.js';
import { transliterate } from '../text/transliterate.js';
import { isIndexFolder } from './built-index/index-folder.js';
import { appendAll } from '../foundation/append-all.js';

export interface NamedSource {
  /** Path below the address of the service, without slashes. */
  readonly path: string;
  readonly source: DatasetSource;
  /** Own settings that override those of the service. */
  readonly settings?: Partial<DatasetSettings>;
  readonly roles?: ReadonlyMap<string, Role>;
}

/** Reserved paths of a service of several datasets. */
export const TAKEN_PATHS: ReadonlySet<string> = new Set([
  'all',
  'mcp',
  'health',
  'ready',
  'metrics',
  'command',
  'project',
  'projects',
  'offline',
  'sign-in',
  'datasets',
  'language',
  'docs',
  'api',
]);

/**
 * A dataset for each file, with a path from the name of the file: `Museum artists.csv.gz` is `museum-artists`. A folder
 * stands for its files. Rejects with `setting-invalid` for equal or reserved paths, and with the errors of
 * `filesInFolders`.
 */
export async function namedDatasets(
  files: readonly string[],
  sourceOf: (file: string) => Omit<NamedSource, 'path'>,
): Promise<readonly NamedSource[]> {
  const lists: string[] = [];
  for (const file of files)
    appendAll(
      lists,
      isIndexFolder(file) ? [file] : (await filesInFolders([{ path: file }])).fileOptions.map(({ path }) => path),
    );
  const byPath = new Map<string, string>();
  for (const list of lists) {
    const path = datasetPath(list);
    const other = byPath.get(path);
    if (other !== undefined || path === '' || TAKEN_PATHS.has(path)) {
      const why =
        other !== undefined
          ? `${other} and ${list} would both be at /${path}/`
          : path === ''
            ? `the name of ${list} gives no path`
            : `${list} would be at /${path}, which the service has for itself`;
      throw new SameasError('setting-invalid', `--each: ${why}.`, {
        advice: 'Give the file another name.',
        facts: { file: list },
      });
    }
    byPath.set(path, list);
  }
  return [...byPath].map(([path, list]) => ({ path, ...sourceOf(list) }));
}

/**
 * The path of a dataset from its file name: lower-case Latin letters and digits with hyphens between, without the
 * extensions of formats. Keys refer to datasets by it.
 */
export function datasetPath(list: string): string {
  const name = basename(list.replace(/[?#].*$/, ''))
    .replace(/\.(?:gz|bz2)$/i, '')
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/\.manifest$/i, '');
  return transliterate(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

import { accessSync, constants, existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Settings } from '../settings/setting-definitions.js';
import { isIndexFolder } from './built-index/index-folder.js';

/**
 * File of the learned aliases of a dataset: `people.taught.csv` next to `people.csv`, or in the data folder if that
 * place is not writable. `undefined` without a place, and for a built index, which takes no aliases.
 */
export function learnedAliasesFileOf(source: DatasetSource, settings: Pick<Settings, 'dataDir'>): string | undefined {
  return siblingFile(source, settings, 'taught.csv');
}

/** File of the entity changes: `people.changes.jsonl`, in the same place. */
export function changesFileOf(source: DatasetSource, settings: Pick<Settings, 'dataDir'>): string | undefined {
  return siblingFile(source, settings, 'changes.jsonl');
}

function siblingFile(
  { files, manifestFile }: DatasetSource,
  { dataDir }: Pick<Settings, 'dataDir'>,
  ending: string,
): string | undefined {
  const first = manifestFile ?? files[0];
  if (first === undefined || files.some(isIndexFolder)) return undefined;
  const name = `${basename(first)
    .replace(/\.gz$/i, '')
    .replace(/(.)\.[^.]*$/, '$1')
    .replace(/\.manifest$/i, '')}.${ending}`;
  const sibling = join(dirname(resolve(first)), name);
  // Files of the installed program are replaced by its next version.
  if (!resolve(first).startsWith(PACKAGE) && mayWrite(dirname(sibling))) return sibling;
  return dataDir === '' ? undefined : join(resolve(dataDir), name);
}

const PACKAGE = join(import.meta.dirname, '..', '..', 'data');

/** The source with its learned aliases, if any, and its log of entity changes, where there may be one. */
export function withOwnFiles(source: DatasetSource, settings: Pick<Settings, 'dataDir'>): DatasetSource {
  const aliasFile = learnedAliasesFileOf(source, settings);
  const changesFile = changesFileOf(source, settings);
  return {
    ...source,
    ...(aliasFile !== undefined && existsSync(aliasFile) && { aliasFiles: [...(source.aliasFiles ?? []), aliasFile] }),
    ...(changesFile !== undefined && { changesFile }),
  };
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

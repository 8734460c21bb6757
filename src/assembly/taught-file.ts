import { accessSync, constants, existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Settings } from '../settings/setting-definitions.js';
import { isIndexFolder } from './built-index/index-folder.js';

/**
 * Where the aliases stand that people have taught a dataset: `people.taught.csv` beside `people.csv`, or in the data folder where that place cannot be written to. `undefined`
 * where there is no place, and for a built index, which takes no aliases.
 */
export function taughtFileOf({ files, manifestFile }: DatasetSource, { dataDir }: Pick<Settings, 'dataDir'>): string | undefined {
  const first = manifestFile ?? files[0];
  if (first === undefined || files.some(isIndexFolder)) return undefined;
  const name = `${basename(first).replace(/\.gz$/i, '').replace(/(.)\.[^.]*$/, '$1').replace(/\.manifest$/i, '')}.taught.csv`;
  const beside = join(dirname(resolve(first)), name);
  // What is installed with the program is replaced by its next version.
  if (!resolve(first).startsWith(PACKAGE) && mayWrite(dirname(beside))) return beside;
  return dataDir === '' ? undefined : join(resolve(dataDir), name);
}

const PACKAGE = join(import.meta.dirname, '..', '..', 'data');

/** The source with the aliases that it was taught, if there are any. */
export function withTaughtAliases(source: DatasetSource, settings: Pick<Settings, 'dataDir'>): DatasetSource {
  const file = taughtFileOf(source, settings);
  return file === undefined || !existsSync(file) ? source : { ...source, aliasFiles: [...(source.aliasFiles ?? []), file] };
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

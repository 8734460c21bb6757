import type { DatasetSource } from '../datasets/dataset-source.js';
import { embeddedManifest } from './package-files.js';

/** What is loaded, as a person is told. */
export function nameOfSource(files: readonly string[], manifestFile: string | undefined): string {
  return files.length > 0 ? files.join(', ') : (manifestFile ?? 'the embedded dataset');
}

/** What to load for the files, the `--manifest` and the `--aliases` of a command line; without a list it is the embedded dataset. */
export function namedSource(files: readonly string[], manifestFile: string | undefined, aliasFiles: readonly string[]): DatasetSource {
  const list: DatasetSource = files.length === 0 && manifestFile === undefined ? { files: [], manifestFile: embeddedManifest() } : { files, ...(manifestFile !== undefined && { manifestFile }) };
  return aliasFiles.length === 0 ? list : { ...list, aliasFiles };
}

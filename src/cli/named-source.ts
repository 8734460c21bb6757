import type { DatasetSource } from '../datasets/dataset-source.js';
import { embeddedManifest } from './package-files.js';

/** What to load for the files and the `--manifest` of a command line; without either it is the embedded dataset. */
export function namedSource(files: readonly string[], manifestFile: string | undefined): DatasetSource {
  if (files.length === 0 && manifestFile === undefined) return { files: [], manifestFile: embeddedManifest() };
  return manifestFile === undefined ? { files } : { files, manifestFile };
}

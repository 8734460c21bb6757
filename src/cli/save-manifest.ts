import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { LoadedDataset } from '../datasets/load-dataset.js';
import { writeManifest } from '../datasets/write-manifest.js';
import { SameasError } from '../foundation/sameas-error.js';

/**
 * Writes the manifest of a loaded dataset, with its files named relative to it, and gives the path: the one asked for, or
 * `people.manifest.yaml` beside `people.csv.gz`. Never overwrites: `file-exists`; `file-unwritable` when it cannot be written.
 */
export async function saveManifest({ manifest, report }: LoadedDataset, wantedPath?: string): Promise<string> {
  const dataFiles = report.files.map(({ file }) => file);
  const path = wantedPath ?? manifestBeside(dataFiles[0] ?? 'dataset');
  const files = [manifest.files ?? []]
    .flat()
    .map((entry) => (typeof entry === 'string' ? { path: entry } : entry))
    .map((entry, i) => ({ ...entry, path: pathFrom(path, dataFiles[i] ?? entry.path) }));
  try {
    await writeFile(path, writeManifest({ ...manifest, files }), { flag: 'wx' });
  } catch (cause) {
    throw notWritten(path, cause);
  }
  return path;
}

function manifestBeside(dataFile: string): string {
  const name = basename(dataFile).replace(/\.gz$/i, '');
  return join(dirname(dataFile), `${name.replace(/(.)\.[^.]*$/, '$1')}.manifest.yaml`);
}

/** With slashes, so that the manifest can be carried to another system. */
function pathFrom(manifest: string, dataFile: string): string {
  return relative(dirname(resolve(manifest)), resolve(dataFile))
    .split(sep)
    .join('/');
}

function notWritten(path: string, cause: unknown): SameasError {
  if (typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'EEXIST') {
    return new SameasError('file-exists', `There is a file ${path} already, and it is left as it is.`, {
      advice: 'Move it away, or name another path after --write-manifest.',
      facts: { file: path },
      cause,
    });
  }
  return new SameasError('file-unwritable', `The manifest ${path} cannot be written.`, {
    advice: 'Check that its folder exists and that you may write there.',
    facts: { file: path },
    cause,
  });
}

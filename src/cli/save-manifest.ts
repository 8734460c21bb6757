import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LoadedDataset } from '../datasets/load-dataset.js';
import { manifestPathOf } from '../datasets/manifest-files.js';
import { isLocalFile } from '../datasets/sources/source-address.js';
import { writeManifest } from '../datasets/write-manifest.js';
import { errorCodeOf } from '../foundation/error-code-of.js';
import { SameasError } from '../foundation/sameas-error.js';

/**
 * Writes the manifest of a loaded dataset, with its files named relative to it, and resolves to the path: the given
 * one, or `people.manifest.yaml` next to `people.csv.gz`. Never overwrites: `file-exists`; `file-unwritable` when it
 * cannot be written.
 */
export async function saveManifest({ manifest, report }: LoadedDataset, newPath?: string): Promise<string> {
  const file = report.files[0]?.file ?? 'dataset';
  // An address has no folder: the manifest is named after the dataset then.
  const path =
    newPath ?? manifestPathOf(isLocalFile(file) ? file : report.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'));
  try {
    await writeFile(path, writeManifest(manifest, dirname(path)), { flag: 'wx' });
  } catch (cause) {
    throw notWritten(path, cause);
  }
  return path;
}

function notWritten(path: string, cause: unknown): SameasError {
  if (errorCodeOf(cause) === 'EEXIST') {
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

import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type LoadedDataset, loadDataset } from '../datasets/load-dataset.js';
import { manifestPathOf } from '../datasets/manifest-files.js';
import { isLocalFile } from '../datasets/sources/source-address.js';
import { manifestTuning, manifestWithTuning, writeManifest } from '../datasets/write-manifest.js';
import { errorCodeOf } from '../foundation/error-code-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import { existsSync, statSync } from 'node:fs';
import { type DatasetSource, findWhatToRead } from '../datasets/dataset-source.js';
import type { MatchTuning } from '../entities/dataset.js';
import { replaceFile } from '../foundation/store/replace-file.js';

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

/** Destination of tuning: the manifest of the dataset, or a new one. */
export type TuningDestination = { readonly kind: 'edit' | 'create'; readonly path: string };

/**
 * The destination of a dataset's tuning, checked before anything is computed. `newPath`: a path for a new manifest in
 * any case; `option`: its name in messages. Errors: `file-exists` for an existing new manifest, `setting-invalid` for a
 * dataset without a place for one, those of `findWhatToRead`.
 */
export async function tuningDestination(
  source: DatasetSource,
  newPath: string | undefined,
  option = '--tune',
): Promise<TuningDestination> {
  const [first] = source.files;
  if (first !== undefined && existsSync(first) && statSync(first).isDirectory()) {
    throw new SameasError('setting-invalid', `${first} is a built index, and ${option} writes into a manifest.`, {
      advice: 'Name the list or its manifest, and build the index anew afterwards.',
    });
  }
  const { read, fileOptions } = await findWhatToRead(source);
  if (newPath === undefined && read !== undefined) return { kind: 'edit', path: read.file };
  const path = newPath ?? manifestPathOf(fileOptions[0]?.path ?? 'dataset');
  if (!existsSync(path)) return { kind: 'create', path };
  const elsewhere = option === '--tune' ? ', or name another path with --write-manifest' : '';
  throw new SameasError('file-exists', `There is a file ${path} already, and it is left as it is.`, {
    advice:
      newPath === undefined
        ? `Name that manifest (--manifest ${path}), so that it is written into that one${elsewhere}.`
        : 'Name another path after --write-manifest.',
    facts: { file: path },
  });
}

/**
 * Writes tuning: of an existing manifest only the key `tuning` changes (its comments stay), a new one holds all
 * recognised settings. The file is replaced in one step. Error: `file-unwritable`.
 */
export async function saveTuning(
  source: DatasetSource,
  tuning: MatchTuning,
  { kind, path }: TuningDestination,
): Promise<void> {
  if (kind === 'create') {
    const loaded = await loadDataset(source);
    await saveManifest({ ...loaded, manifest: { ...loaded.manifest, tuning: manifestTuning(tuning) } }, path);
    return;
  }
  const text = await readFile(path, 'utf8');
  await replaceFile(path, manifestWithTuning(path, text, tuning));
}

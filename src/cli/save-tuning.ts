import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findWhatToRead, type DatasetSource } from '../datasets/dataset-source.js';
import { loadDataset } from '../datasets/load-dataset.js';
import { manifestPathOf } from '../datasets/manifest-files.js';
import { manifestWithTuning, manifestTuning } from '../datasets/manifest-with-tuning.js';
import type { MatchTuning } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { saveManifest } from './save-manifest.js';

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

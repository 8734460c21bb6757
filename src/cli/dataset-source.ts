import type { DatasetSource } from '../datasets/load-dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { embeddedManifest } from './package-files.js';

/**
 * What to load for the files of a command line and its `--manifest`. A manifest may also stand among the files: lists are
 * never YAML, and a manifest in JSON is known by `.manifest.json`. Without anything it is the embedded dataset.
 *
 * Throws `manifest-invalid` for more than one manifest.
 */
export function datasetSourceOf(named: readonly string[], manifestOption: string | undefined): DatasetSource {
  const files = named.filter((file) => !isManifest(file));
  const manifests = [...(manifestOption === undefined ? [] : [manifestOption]), ...named.filter(isManifest)];
  const [manifestFile, second] = manifests;
  if (second !== undefined) {
    throw new SameasError('manifest-invalid', `More than one manifest was named: ${manifests.join(', ')}.`, {
      advice: 'Name one; a manifest can list several files.',
      facts: { files: manifests },
    });
  }
  if (manifestFile !== undefined) return { files, manifestFile };
  return files.length > 0 ? { files } : { files, manifestFile: embeddedManifest() };
}

function isManifest(file: string): boolean {
  return /\.ya?ml$|\.manifest\.json$/i.test(file);
}

import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { SameasError } from '../foundation/sameas-error.js';
import { listOf } from './list-of.js';
import type { Manifest } from './manifest-schema.js';
import type { FileOptions } from './data-file.js';
import { isAddress } from './sources/source-address.js';
import type { AliasFileOptions } from './aliases/alias-file-options.js';

/*
 * What can be said about manifests without reading one. Most lists come without: what reads and checks them (YAML, the
 * schema) takes a tenth of a second to load, and is loaded when there is one.
 */

/** Lines of YAML from which on it is known what it is. */
const YAML_LINES = 1_000;

/** The way to a place in a manifest: keys, and positions in lists. */
export type Path = readonly (string | number)[];

/** A manifest with the way back to the places in its text. */
export interface ReadManifest {
  readonly file: string;
  /** The text, for the content hash. */
  readonly text: string;
  readonly manifest: Manifest;
  /** `line 4, column 3` of what is at this path. */
  readonly placeOf: (path: Path) => string;
}

/**
 * Whether a file is a manifest rather than data. JSON is one when it is an object with nothing but keys of manifests, `files` among them; YAML is data when it is a list, or when it has
 * several groups of keys of which none is called as in a manifest.
 */
export async function isManifestFile(file: string): Promise<boolean> {
  if (/\.ya?ml$/i.test(file)) return !isAddress(file) && (await isYamlManifest(file));
  if (!/\.json$/i.test(file)) return false;
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('files' in parsed)) return false;
    const { MANIFEST_SCHEMA } = await import('./manifest-schema.js');
    return Object.keys(parsed).every((key) => key in MANIFEST_SCHEMA.shape);
  } catch {
    return false; // whatever is wrong with it is said when it is read as data
  }
}

async function isYamlManifest(file: string): Promise<boolean> {
  let text;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return true; // what is wrong with it is said when it is read as a manifest
  }
  const lines = text.split(/\r?\n/, YAML_LINES).filter((line) => !/^\s*(?:#.*)?$|^(?:---|%)/.test(line));
  if (/^\s*(?:-(?:\s|$)|\[)/.test(lines[0] ?? '')) return false;
  const outer = lines.filter((line) => /^\S/.test(line));
  if (outer.length < 2 || !outer.every((line) => /:\s*(?:\{.*\}\s*)?$/.test(line))) return true;
  const { MANIFEST_SCHEMA } = await import('./manifest-schema.js');
  return outer.some((line) => line.replace(/\s*:.*$/, '').replace(/^["']|["']$/g, '') in MANIFEST_SCHEMA.shape);
}

/** The data files of a manifest, their paths made good from where the manifest lies. */
export function manifestFiles({ file, manifest }: ReadManifest): readonly FileOptions[] {
  return listOf(manifest.files).map((entry) => fromManifest(file, typeof entry === 'string' ? { path: entry } : entry));
}

/** The files of aliases of a manifest, likewise. */
export function manifestAliasFiles({ file, manifest }: ReadManifest): readonly AliasFileOptions[] {
  return listOf(manifest.aliasFiles).map((entry) =>
    fromManifest(file, typeof entry === 'string' ? { path: entry } : entry),
  );
}

/** The files of rules about names of a manifest, likewise. */
export function manifestNameRules({ file, manifest }: ReadManifest): readonly string[] {
  return listOf(manifest.nameRules).map((path) => fromManifest(file, { path }).path);
}

function fromManifest<T extends FileOptions>(manifestFile: string, options: T): T {
  return {
    ...options,
    path:
      isAbsolute(options.path) || isAddress(options.path) ? options.path : join(dirname(manifestFile), options.path),
  };
}

/** Faults of a manifest, each with its place, as one error. */
export function invalid(file: string, faults: readonly string[]): SameasError {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return new SameasError(
    'manifest-invalid',
    `${file} has ${count}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    {
      advice:
        'Every key is described in docs/dataset-format.md; `sameas check FILE --write-manifest` writes a manifest to start from.',
      facts: { file, faults },
    },
  );
}

/** Where the manifest of a data file goes: `people.manifest.yaml` beside `people.csv.gz`. */
export function manifestBeside(dataFile: string): string {
  const name = basename(dataFile).replace(/\.gz$/i, '');
  return join(dirname(dataFile), `${name.replace(/(.)\.[^.]*$/, '$1')}.manifest.yaml`);
}

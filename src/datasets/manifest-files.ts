import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { SameasError } from '../foundation/sameas-error.js';
import type { Manifest } from './manifest-schema.js';
import type { AliasFileOptions, FileOptions } from './data-file.js';
import { isAddress } from './sources/source-address.js';

/*
 * Facts about manifests that need no parser: loading the YAML reader and the schema takes a tenth of a second, and most
 * datasets have no manifest.
 */

/** Lines of YAML that suffice to recognise it. */
const YAML_LINES = 1_000;

/** Path in a manifest: keys, and positions in lists. */
export type Path = readonly (string | number)[];

/** A manifest with the positions in its text. */
export interface ReadManifest {
  readonly file: string;
  /** The text, for the content hash. */
  readonly text: string;
  readonly manifest: Manifest;
  /** Position at a path: `line 4, column 3`. */
  readonly placeOf: (path: Path) => string;
}

/**
 * Whether a file is a manifest rather than data. JSON is one when it is an object of manifest keys only, `files` among
 * them; YAML is data when it is a list, or several groups of keys none of which is a manifest key.
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

/** The data files of a manifest, their paths resolved against its folder. */
export function manifestFiles({ file, manifest }: ReadManifest): readonly FileOptions[] {
  return listOf(manifest.files).map((entry) => fromManifest(file, typeof entry === 'string' ? { path: entry } : entry));
}

/** The files of aliases of a manifest, resolved likewise. */
export function manifestAliasFiles({ file, manifest }: ReadManifest): readonly AliasFileOptions[] {
  return listOf(manifest.aliasFiles).map((entry) =>
    fromManifest(file, typeof entry === 'string' ? { path: entry } : entry),
  );
}

/** The files of name rules of a manifest, resolved likewise. */
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

/** One error for all faults of a manifest, each with its position. */
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

/** Path of the manifest of a data file: `people.manifest.yaml` for `people.csv.gz`. */
export function manifestPathOf(dataFile: string): string {
  const name = basename(dataFile).replace(/\.gz$/i, '');
  return join(dirname(dataFile), `${name.replace(/(.)\.[^.]*$/, '$1')}.manifest.yaml`);
}

/** A single value as an array of one; an array unchanged. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  // Array.isArray does not narrow a readonly array away from T.
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

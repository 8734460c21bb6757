import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { SameasError } from '../foundation/sameas-error.js';
import { readStored } from '../formats/read-bytes.js';
import type { FileOptions } from './data-file.js';
import { invalid, isManifestFile, manifestFiles, manifestAliasFiles, type ReadManifest } from './manifest-files.js';
import type { AliasFileOptions } from './aliases/alias-file-options.js';

/** What to load. */
export interface DatasetSource {
  /** Data files; one of them may itself be a manifest (`.yaml`, `.yml`, or `.json` with `files` in it) that names the data. */
  readonly files: readonly string[];
  /** A manifest; its `files` count only when `files` here is empty. */
  readonly manifestFile?: string;
  /** Files of aliases with the ids they mean, beside those that the manifest names. */
  readonly aliasFiles?: readonly string[];
}

export interface WhatToRead {
  readonly read: ReadManifest | undefined;
  readonly fileOptions: readonly FileOptions[];
  readonly aliasFiles: readonly AliasFileOptions[];
}

/** Tells the manifest from the data, and finds the files that both name. Errors: those of `readManifest`; `manifest-invalid`, `file-not-found` when nothing is named. */
export async function findWhatToRead(source: DatasetSource): Promise<WhatToRead> {
  const manifests: string[] = source.manifestFile === undefined ? [] : [source.manifestFile];
  const data: string[] = [];
  for (const file of source.files) ((await isManifestFile(file)) ? manifests : data).push(file);
  if (manifests.length > 1) {
    throw new SameasError('manifest-invalid', `There are several manifests: ${manifests.join(', ')}.`, { advice: 'Name one manifest, and the data files in it.' });
  }
  const read = manifests[0] === undefined ? undefined : await (await import('./read-manifest.js')).readManifest(manifests[0]);
  if (data.length > 0) {
    // What the manifest says about a file of the same name goes for the file named on the command line.
    const stated = read === undefined ? [] : manifestFiles(read);
    const only = stated.length === 1 && data.length === 1 ? stated[0] : undefined;
    return { read, aliasFiles: aliasFilesOf(read, source), fileOptions: data.map((path) => ({ ...(only ?? stated.find((options) => basename(options.path) === basename(path))), path })) };
  }
  if (read === undefined) throw new SameasError('file-not-found', 'No file was named.', { advice: 'Name a CSV, TSV or JSON file, a spreadsheet, or a manifest.' });
  const fileOptions = manifestFiles(read);
  if (fileOptions.length === 0) throw invalid(read.file, ['it names no data: add "files", a list of paths relative to the manifest']);
  return { read, fileOptions, aliasFiles: aliasFilesOf(read, source) };
}

/** Those of the manifest, then the others; a file that both name is read once, as the manifest says. */
function aliasFilesOf(read: ReadManifest | undefined, { aliasFiles = [] }: DatasetSource): readonly AliasFileOptions[] {
  const stated = read === undefined ? [] : manifestAliasFiles(read);
  const paths = new Set(stated.map(({ path }) => resolve(path)));
  return [...stated, ...aliasFiles.flatMap((path) => (paths.has(resolve(path)) || !paths.add(resolve(path)) ? [] : [{ path }]))];
}

/** Names a content: SHA-256 in hexadecimal over the data files as they are on disk, in order, the text of the manifest, and the files of aliases. */
export function contentHash(storedFiles: readonly Uint8Array[], manifestText: string | undefined, aliasFiles: readonly Uint8Array[] = []): string {
  const hash = createHash('sha256');
  for (const stored of storedFiles) hash.update(stored).update('\0');
  if (manifestText !== undefined) hash.update(manifestText);
  for (const stored of aliasFiles) hash.update('\0other names\0').update(stored);
  return hash.digest('hex');
}

/** A source as it is on disk at this moment. */
export interface SourceState {
  /** Equal to `contentHash` of the dataset that `loadDataset` would give. */
  readonly contentHash: string;
  /** Every file that the dataset is made from, the manifest first, aliases last. */
  readonly files: readonly string[];
}

/** Reads the files without understanding them; a second for a gigabyte. Errors: those of reading a file and of `findWhatToRead`. */
export async function readSourceState(source: DatasetSource): Promise<SourceState> {
  const { read, fileOptions, aliasFiles } = await findWhatToRead(source);
  const stored: Uint8Array[] = [];
  for (const { path } of fileOptions) stored.push(await readStored(path));
  const storedNames: Uint8Array[] = [];
  for (const { path } of aliasFiles) storedNames.push(await readStored(path));
  return {
    contentHash: contentHash(stored, read?.text, storedNames),
    files: [...(read === undefined ? [] : [read.file]), ...[...fileOptions, ...aliasFiles].map(({ path }) => path)],
  };
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type StoredContent, addToHash } from '../formats/read-bytes.js';
import type { NameRule } from '../text/name-rules.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { AliasFileOptions, FileOptions } from './data-file.js';
import {
  type ReadManifest,
  invalid,
  isManifestFile,
  manifestAliasFiles,
  manifestFiles,
  manifestNameRules,
  manifestPathOf,
} from './manifest-files.js';
import { type ColumnChoices, withFileChoices } from './column-choices.js';
import { sqliteWriteAheadLog } from '../formats/databases/database-file.js';
import { filesInFolders } from './sources/folder-files.js';
import { type SourceAccess, isLocalFile, shownPath } from './sources/source-address.js';
import { NO_WEB, readFromSource } from './sources/source-table.js';

/** Files and options of a dataset to load. */
export interface DatasetSource {
  /** Data files; one of them may be a manifest (`.yaml`, `.yml`, or `.json` with `files` in it) that names the data. */
  readonly files: readonly string[];
  /** A manifest; its `files` apply only when `files` here is empty. */
  readonly manifestFile?: string;
  /** Files of aliases and their ids, in addition to those of the manifest. */
  readonly aliasFiles?: readonly string[];
  /** The log of entity changes (changes/change-log.ts); it may be absent. */
  readonly changesFile?: string;
  /** Options of the command line; they override the manifest. */
  readonly choices?: ColumnChoices;
  /** Allowed sources; by default files and databases. */
  readonly access?: SourceAccess;
}

interface WhatToRead {
  readonly read: ReadManifest | undefined;
  readonly fileOptions: readonly FileOptions[];
  /** Folders whose files are among the files. */
  readonly folders: readonly string[];
  readonly aliasFiles: readonly AliasFileOptions[];
  readonly choices: ColumnChoices;
  readonly nameRules: NameRulesRead;
  /**
   * Part of the content hash in addition to the files: text of the manifest, of the rules for names, and the choices.
   */
  readonly configurationText: string | undefined;
  /** Sentences on additional files that were found. */
  readonly notes: readonly string[];
}

/**
 * Tells manifest and data files apart and resolves the files of both. Errors: those of `readManifest`;
 * `manifest-invalid`; `file-not-found` without any file.
 */
export async function findWhatToRead(source: DatasetSource): Promise<WhatToRead> {
  const manifests: string[] = source.manifestFile === undefined ? [] : [source.manifestFile];
  const data: string[] = [];
  const isGiven = (file: string): boolean => source.access?.contents?.has(file) === true;
  for (const file of source.files) (!isGiven(file) && (await isManifestFile(file)) ? manifests : data).push(file);
  if (manifests.length > 1) {
    throw new SameasError('manifest-invalid', `There are several manifests: ${manifests.join(', ')}.`, {
      advice: 'Name one manifest, and the data files in it.',
    });
  }
  const [only = ''] = data;
  const sibling =
    manifests.length === 0 && data.length === 1 && !isGiven(only) ? await readSiblingManifest(only) : undefined;
  const read = manifests[0] === undefined ? sibling : await readManifestFile(manifests[0]);
  const { choices = {} } = source;
  const nameRules = read === undefined ? NO_NAME_RULES : await readNameRuleFiles(manifestNameRules(read));
  const { fileOptions, folders, notes } = await filesInFolders(
    filesToRead(data, read).map((options) => withFileChoices(options, choices)),
  );
  return {
    read,
    fileOptions,
    folders,
    aliasFiles: aliasFilesOf(read, source),
    choices,
    nameRules,
    configurationText:
      Object.keys(choices).length === 0 && nameRules.texts.length === 0
        ? read?.text
        : [read?.text ?? '', JSON.stringify(choices), ...nameRules.texts].join('\0'),
    notes: [
      ...(sibling === undefined
        ? []
        : [
            `${sibling.file} lies beside the file and says how to read it. Move it away to have the columns recognised anew.`,
          ]),
      ...notes,
    ],
  };
}

interface NameRulesRead {
  readonly rules: readonly NameRule[];
  readonly files: readonly string[];
  readonly texts: readonly string[];
}

const NO_NAME_RULES: NameRulesRead = { rules: [], files: [], texts: [] };

async function readNameRuleFiles(files: readonly string[]): Promise<NameRulesRead> {
  if (files.length === 0) return NO_NAME_RULES;
  const { readNameRules } = await import('./read-name-rules.js');
  const read = await Promise.all(files.map(readNameRules));
  return { rules: read.flatMap(({ rules }) => rules), files, texts: read.map(({ text }) => text) };
}

async function readManifestFile(file: string): Promise<ReadManifest> {
  // Loading the reader of manifests takes a tenth of a second, and most datasets have none.
  return (await import('./read-manifest.js')).readManifest(file);
}

/** The manifest next to the file, as `sameas check FILE --write-manifest` saves it, if it is about that file. */
async function readSiblingManifest(file: string): Promise<ReadManifest | undefined> {
  const path = manifestPathOf(file);
  if (!existsSync(path)) return undefined;
  const read = await readManifestFile(path);
  const files = manifestFiles(read);
  return files.length === 0 || files.some((one) => resolve(one.path) === resolve(file)) ? read : undefined;
}

/** The given files with the manifest's options for them; without any, those of the manifest. */
function filesToRead(data: readonly string[], read: ReadManifest | undefined): readonly FileOptions[] {
  const configured = read === undefined ? [] : manifestFiles(read);
  if (data.length > 0) {
    const only = configured.length === 1 && data.length === 1 ? configured[0] : undefined;
    return data.map((path) => ({
      ...(only ?? configured.find((options) => basename(options.path) === basename(path))),
      path,
    }));
  }
  if (read === undefined)
    throw new SameasError('file-not-found', 'No file was named.', {
      advice: 'Name a CSV, TSV or JSON file, a spreadsheet, or a manifest.',
    });
  if (configured.length === 0)
    throw invalid(read.file, ['it names no data: add "files", a list of paths relative to the manifest']);
  return configured;
}

/** Files of the manifest, then the others; a file in both is read once, with the options of the manifest. */
function aliasFilesOf(read: ReadManifest | undefined, { aliasFiles = [] }: DatasetSource): readonly AliasFileOptions[] {
  const configured = read === undefined ? [] : manifestAliasFiles(read);
  const paths = new Set(configured.map(({ path }) => resolve(path)));
  return [
    ...configured,
    ...aliasFiles.flatMap((path) => (paths.has(resolve(path)) || !paths.add(resolve(path)) ? [] : [{ path }])),
  ];
}

/**
 * Content hash: SHA-256 in hexadecimal over the stored data files in order, the configuration (text of the manifest,
 * choices), the files of aliases and the digest of changes.
 */
export function contentHash(
  storedFiles: readonly StoredContent[],
  configurationText: string | undefined,
  aliasFiles: readonly StoredContent[] = [],
  changes?: string,
): string {
  const hash = createHash('sha256');
  for (const stored of storedFiles) {
    addToHash(hash, stored);
    hash.update('\0');
  }
  if (configurationText !== undefined) hash.update(configurationText);
  for (const stored of aliasFiles) {
    hash.update('\0other names\0');
    addToHash(hash, stored);
  }
  if (changes !== undefined) hash.update(`\0changes\0${changes}`);
  return hash.digest('hex');
}

/** Whether the source has only local files, which can be read repeatedly. Errors: those of `findWhatToRead`. */
export async function isAllFiles(source: DatasetSource): Promise<boolean> {
  return (await findWhatToRead(source)).fileOptions.every(({ path }) => isLocalFile(path));
}

interface SourceState {
  /** Equal to the `contentHash` of the loaded dataset. */
  readonly contentHash: string;
  /** All files of the dataset, the manifest first, aliases last. */
  readonly files: readonly string[];
}

/** Current content of a file or an address for the content hash. */
async function storedOf(options: FileOptions, access: SourceAccess): Promise<StoredContent> {
  const content = await readFromSource(options, access);
  if (content.kind === 'rows') return content.rows;
  if (content.kind === 'large') return content.file.stored;
  const log =
    isLocalFile(options.path) && !content.read.gzipped
      ? await sqliteWriteAheadLog(options.path, content.read.bytes)
      : undefined;
  return log === undefined ? content.read.stored : Buffer.concat([content.read.stored, log]);
}

/**
 * Hashes the files without parsing them; a second for a gigabyte. Errors: those of reading a file and of
 * `findWhatToRead`.
 */
export async function readSourceState(source: DatasetSource): Promise<SourceState> {
  const { read, fileOptions, aliasFiles, configurationText } = await findWhatToRead(source);
  const stored: StoredContent[] = [];
  const { access = NO_WEB } = source;
  for (const options of fileOptions) stored.push(await storedOf(options, access));
  const storedNames: StoredContent[] = [];
  for (const options of aliasFiles) storedNames.push(await storedOf(options, access));
  return {
    contentHash: contentHash(stored, configurationText, storedNames, await changesIn(source)),
    files: [
      ...(read === undefined ? [] : [read.file]),
      ...[...fileOptions, ...aliasFiles].map(({ path }) => shownPath(path)),
    ],
  };
}

/** Digest of the entity changes; most datasets have none. */
async function changesIn({ changesFile }: DatasetSource): Promise<string | undefined> {
  return changesFile === undefined || !existsSync(changesFile)
    ? undefined
    : (await import('./changes/change-log.js')).readChangesDigest(changesFile);
}

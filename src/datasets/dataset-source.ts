import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { addToHash, type StoredContent } from '../formats/stored-content.js';
import type { NameRule } from '../text/name-rules.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { FileOptions } from './data-file.js';
import {
  invalid,
  isManifestFile,
  manifestAliasFiles,
  manifestBeside,
  manifestFiles,
  manifestNameRules,
  type ReadManifest,
} from './manifest-files.js';
import type { AliasFileOptions } from './aliases/alias-file-options.js';
import { withFileChoices, type ColumnChoices } from './column-choices.js';
import { sqliteLogBeside } from '../formats/databases/sqlite-log.js';
import { filesInFolders } from './sources/folder-files.js';
import { isLocalFile, shownPath } from './sources/source-address.js';
import type { SourceAccess } from './sources/source-content.js';
import { NO_WEB, readFromSource } from './sources/source-table.js';

/** What to load. */
export interface DatasetSource {
  /** Data files; one of them may itself be a manifest (`.yaml`, `.yml`, or `.json` with `files` in it) that names the data. */
  readonly files: readonly string[];
  /** A manifest; its `files` count only when `files` here is empty. */
  readonly manifestFile?: string;
  /** Files of aliases with the ids they mean, beside those that the manifest names. */
  readonly aliasFiles?: readonly string[];
  /** The log of changes of entities that were made by programs (changes/change-log.ts); it need not be there. */
  readonly changesFile?: string;
  /** What is said of columns and files besides; goes before the manifest. */
  readonly choices?: ColumnChoices;
  /** What may be reached to read it; files and databases when left out. */
  readonly access?: SourceAccess;
}

interface WhatToRead {
  readonly read: ReadManifest | undefined;
  readonly fileOptions: readonly FileOptions[];
  /** Folders whose lists are among the files. */
  readonly folders: readonly string[];
  readonly aliasFiles: readonly AliasFileOptions[];
  readonly choices: ColumnChoices;
  readonly nameRules: NameRulesRead;
  /** What goes into the content hash beside the files: the text of the manifest and of its rules about names, and the choices. */
  readonly statedText: string | undefined;
  /** Sentences on what was found besides what was named. */
  readonly notes: readonly string[];
}

/** Tells the manifest from the data, and finds the files that both name. Errors: those of `readManifest`; `manifest-invalid`, `file-not-found` when nothing is named. */
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
  const beside =
    manifests.length === 0 && data.length === 1 && !isGiven(only) ? await readManifestBeside(only) : undefined;
  const read = manifests[0] === undefined ? beside : await readManifestFile(manifests[0]);
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
    statedText:
      Object.keys(choices).length === 0 && nameRules.texts.length === 0
        ? read?.text
        : [read?.text ?? '', JSON.stringify(choices), ...nameRules.texts].join('\0'),
    notes: [
      ...(beside === undefined
        ? []
        : [
            `${beside.file} lies beside the file and says how to read it. Move it away to have the columns recognised anew.`,
          ]),
      ...notes,
    ],
  };
}

/** What is said about names, the files that say it, and their texts. */
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
  // What reads manifests takes a tenth of a second to load, and most lists come without.
  return (await import('./read-manifest.js')).readManifest(file);
}

/** The manifest that `sameas check FILE --write-manifest` has written beside the file, if it is about that file. */
async function readManifestBeside(file: string): Promise<ReadManifest | undefined> {
  const path = manifestBeside(file);
  if (!existsSync(path)) return undefined;
  const read = await readManifestFile(path);
  const files = manifestFiles(read);
  return files.length === 0 || files.some((one) => resolve(one.path) === resolve(file)) ? read : undefined;
}

/** The files that were named, each with what the manifest says about one of its name; without any, those of the manifest. */
function filesToRead(data: readonly string[], read: ReadManifest | undefined): readonly FileOptions[] {
  const stated = read === undefined ? [] : manifestFiles(read);
  if (data.length > 0) {
    const only = stated.length === 1 && data.length === 1 ? stated[0] : undefined;
    return data.map((path) => ({
      ...(only ?? stated.find((options) => basename(options.path) === basename(path))),
      path,
    }));
  }
  if (read === undefined)
    throw new SameasError('file-not-found', 'No file was named.', {
      advice: 'Name a CSV, TSV or JSON file, a spreadsheet, or a manifest.',
    });
  if (stated.length === 0)
    throw invalid(read.file, ['it names no data: add "files", a list of paths relative to the manifest']);
  return stated;
}

/** Those of the manifest, then the others; a file that both name is read once, as the manifest says. */
function aliasFilesOf(read: ReadManifest | undefined, { aliasFiles = [] }: DatasetSource): readonly AliasFileOptions[] {
  const stated = read === undefined ? [] : manifestAliasFiles(read);
  const paths = new Set(stated.map(({ path }) => resolve(path)));
  return [
    ...stated,
    ...aliasFiles.flatMap((path) => (paths.has(resolve(path)) || !paths.add(resolve(path)) ? [] : [{ path }])),
  ];
}

/** Names a content: SHA-256 in hexadecimal over the data files as they are on disk, in order, what is stated (the text of the manifest, choices), the files of aliases, and what names the changes. */
export function contentHash(
  storedFiles: readonly StoredContent[],
  statedText: string | undefined,
  aliasFiles: readonly StoredContent[] = [],
  changes?: string,
): string {
  const hash = createHash('sha256');
  for (const stored of storedFiles) {
    addToHash(hash, stored);
    hash.update('\0');
  }
  if (statedText !== undefined) hash.update(statedText);
  for (const stored of aliasFiles) {
    hash.update('\0other names\0');
    addToHash(hash, stored);
  }
  if (changes !== undefined) hash.update(`\0changes\0${changes}`);
  return hash.digest('hex');
}

/** Whether everything that a source names is a file, which may be read as often as one likes. Errors: those of `findWhatToRead`. */
export async function isAllFiles(source: DatasetSource): Promise<boolean> {
  return (await findWhatToRead(source)).fileOptions.every(({ path }) => isLocalFile(path));
}

/** A source as it is at this moment. */
interface SourceState {
  /** Equal to `contentHash` of the dataset that `loadDataset` would give. */
  readonly contentHash: string;
  /** Every file that the dataset is made from, the manifest first, aliases last. */
  readonly files: readonly string[];
}

/** What a file or an address holds now, as the content hash takes it. */
async function storedOf(options: FileOptions, access: SourceAccess): Promise<StoredContent> {
  const content = await readFromSource(options, access);
  if (content.kind === 'rows') return content.rows;
  if (content.kind === 'large') return content.file.stored;
  const log =
    isLocalFile(options.path) && !content.read.gzipped
      ? await sqliteLogBeside(options.path, content.read.bytes)
      : undefined;
  return log === undefined ? content.read.stored : Buffer.concat([content.read.stored, log]);
}

/** Reads the files without understanding them; a second for a gigabyte. Errors: those of reading a file and of `findWhatToRead`. */
export async function readSourceState(source: DatasetSource): Promise<SourceState> {
  const { read, fileOptions, aliasFiles, statedText } = await findWhatToRead(source);
  const stored: StoredContent[] = [];
  const { access = NO_WEB } = source;
  for (const options of fileOptions) stored.push(await storedOf(options, access));
  const storedNames: StoredContent[] = [];
  for (const options of aliasFiles) storedNames.push(await storedOf(options, access));
  return {
    contentHash: contentHash(stored, statedText, storedNames, await changesIn(source)),
    files: [
      ...(read === undefined ? [] : [read.file]),
      ...[...fileOptions, ...aliasFiles].map(({ path }) => shownPath(path)),
    ],
  };
}

/** What names the changes of entities; most lists come without. */
async function changesIn({ changesFile }: DatasetSource): Promise<string | undefined> {
  return changesFile === undefined || !existsSync(changesFile)
    ? undefined
    : (await import('./changes/changed-entities.js')).readChangesDigest(changesFile);
}

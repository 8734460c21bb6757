import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CandidateIndexChoice } from '../entities/dataset.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Observation } from '../foundation/observation.js';
import { noProgress, type ReportProgress } from '../foundation/progress.js';
import { asSameasError, type SameasError } from '../foundation/sameas-error.js';
import { indexPathOf, isIndexFolder, openIndex, saveIndex } from './built-index/index-folder.js';
import { refuseWithBuiltIndex, refuseBuiltIndex } from './built-index/refuse-with-built-index.js';
import type { WritingWatch } from './built-index/index-file.js';
import { hasCompiledIndex } from '../search/choose-candidate-index.js';
import { indexChosenFor, type SnapshotImage } from './snapshot-image.js';

/*
 * The code that reads tables and builds indexes is most of the program, and a service with a built index needs none of
 * it: so it is imported on demand.
 */

/** A dataset to prepare, and whether its index may be saved next to the data for the next start. */
export interface PreparationRequest {
  /** `files` may be one folder made by `sameas index`. */
  readonly source: DatasetSource;
  readonly keepIndex: boolean;
  /** `auto` by default. */
  readonly candidateIndex?: CandidateIndexChoice;
}

interface PreparedSnapshot {
  readonly image: SnapshotImage;
  readonly observations: readonly Observation[];
  /** Work after the start: saving the index. Never rejects; resolves to observations. */
  readonly afterwards: () => Promise<readonly Observation[]>;
}

interface PreparationWatch extends WritingWatch {
  readonly tell: ReportProgress;
}

const UNWATCHED: PreparationWatch = { tell: noProgress };

/** An index folder without its source files. */
interface BuiltFolder {
  readonly image: SnapshotImage;
  /** Of the index. */
  readonly bytes: number;
}

/** Smaller indexes are built quickly and are not saved. */
const WORTH_KEEPING_BYTES = 8 * 1024 * 1024;
const KEPT_FOLDER = '.sameas-cache';

async function build(
  source: DatasetSource,
  tell: ReportProgress,
  candidateIndex?: CandidateIndexChoice,
): Promise<SnapshotImage> {
  const { buildSnapshot } = await import('./build-snapshot.js');
  return buildSnapshot(source, { tell, ...(candidateIndex !== undefined && { candidateIndex }) });
}

const nothingToDo = (): Promise<readonly Observation[]> => Promise.resolve([]);

/**
 * Prepares a snapshot the fastest way: from a built index that fits, else from the files. A damaged, outdated or
 * different index is rebuilt, and that is observed.
 *
 * Errors: those of `loadDataset`; `index-outdated` for a folder with an unusable index and missing sources; those of
 * `refuseWithBuiltIndex`.
 */
export async function prepareSnapshot(
  { source, keepIndex, candidateIndex }: PreparationRequest,
  watch: PreparationWatch = UNWATCHED,
): Promise<PreparedSnapshot> {
  const folder = source.files.find(isIndexFolder);
  if (folder !== undefined) {
    refuseWithBuiltIndex(folder, source);
    return withIndex(await fromFolder(folder, source, watch), candidateIndex);
  }
  const { isAllFiles } = await import('../datasets/dataset-source.js');
  // Other sources would be read twice, and have no folder.
  return keepIndex && (await isAllFiles(source))
    ? fromKeptIndex(source, watch, candidateIndex)
    : { image: await build(source, watch.tell, candidateIndex), observations: [], afterwards: nothingToDo };
}

/** The content hash of a source. Errors: those of `readSourceState`. */
export async function readContentHash(source: DatasetSource): Promise<string> {
  const { readSourceState } = await import('../datasets/dataset-source.js');
  return (await readSourceState(source)).contentHash;
}

/**
 * Whether the content of the files still has this hash; false for sources that must be loaded to know. Errors: those of
 * `readSourceState`.
 */
export async function isUnchanged(source: DatasetSource, contentHash: string): Promise<boolean> {
  if (source.files.some(isIndexFolder)) return false;
  const { isAllFiles } = await import('../datasets/dataset-source.js');
  return (await isAllFiles(source)) && (await readContentHash(source)) === contentHash;
}

/**
 * Builds the index of a source into a folder, for `sameas serve FOLDER`. Errors: those of `loadDataset`,
 * `refuseBuiltIndex` and the file system.
 */
export async function buildIndexFolder(
  source: DatasetSource,
  folder: string,
  watch: PreparationWatch = UNWATCHED,
): Promise<BuiltFolder> {
  await refuseBuiltIndex(source);
  const { saveSource } = await import('./built-index/index-source.js');
  // The service that attaches it chooses the engine; MiniSearch does without these sections.
  const image = await build(source, watch.tell, 'compiled');
  await saveSource(folder, source, watch.temporary);
  const path = indexPathOf(folder);
  await saveIndex(path, image, watch);
  return { image, bytes: (await stat(path)).size };
}

async function fromFolder(
  folder: string,
  { access }: DatasetSource,
  watch: PreparationWatch,
): Promise<PreparedSnapshot> {
  const path = indexPathOf(folder);
  try {
    return { image: await openIndex(path), observations: [], afterwards: nothingToDo };
  } catch (thrown) {
    const unusable = asSameasError(thrown);
    const { readSource } = await import('./built-index/index-source.js');
    const source = await readSource(folder);
    if (source === undefined) throw unusable;
    const image = await build({ ...source, ...(access !== undefined && { access }) }, watch.tell, 'compiled').catch(
      () => {
        throw unusable; // the index is what was asked for; that its source has gone as well is the smaller trouble
      },
    );
    return { image, observations: [rebuilt(folder, unusable)], afterwards: () => keep(path, image, watch) };
  }
}

/** The same with the requested candidate index. */
function withIndex(prepared: PreparedSnapshot, choice: CandidateIndexChoice = 'auto'): PreparedSnapshot {
  const { image } = prepared;
  return { ...prepared, image: { ...image, candidateIndex: indexChosenFor(image, choice) } };
}

async function fromKeptIndex(
  source: DatasetSource,
  watch: PreparationWatch,
  choice: CandidateIndexChoice = 'auto',
): Promise<PreparedSnapshot> {
  const { readSourceState } = await import('../datasets/dataset-source.js');
  const state = await readSourceState(source);
  const path = keptIndexPath(state.files);
  const observations: Observation[] = [];
  try {
    // Every first start has no index yet.
    const kept = existsSync(path) ? await openIndex(path) : undefined;
    const candidateIndex = kept === undefined ? 'compiled' : indexChosenFor(kept, choice);
    if (
      kept?.facts.metadata.contentHash === state.contentHash &&
      (candidateIndex === 'minisearch' || hasCompiledIndex(kept.sections))
    )
      return {
        image: { ...kept, candidateIndex },
        observations: [{ kind: 'index-used', path, bytes: (await stat(path)).size }],
        afterwards: nothingToDo,
      };
  } catch (thrown) {
    observations.push(rebuilt(state.files.join(', '), asSameasError(thrown)));
  }
  const image = await build(source, watch.tell, choice);
  return {
    image,
    observations,
    afterwards: sizeOf(image) >= WORTH_KEEPING_BYTES ? () => keep(path, image, watch) : nothingToDo,
  };
}

/**
 * Path and size of the saved index of these files (as in `LoadedDataset.filesRead`); `undefined` without one. It may be
 * outdated.
 */
export function keptIndex(files: readonly string[]): { readonly path: string; readonly bytes: number } | undefined {
  const path = keptIndexPath(files);
  return existsSync(path) ? { path, bytes: statSync(path).size } : undefined;
}

/** In a hidden folder next to the first file; one index for each combination of files. */
function keptIndexPath(files: readonly string[]): string {
  const paths = files.map((file) => resolve(file));
  const first = paths[0] ?? '';
  const digest = createHash('sha256').update(JSON.stringify(paths)).digest('hex').slice(0, 12);
  return join(dirname(first), KEPT_FOLDER, `${basename(first)}-${digest}.sameas-index`);
}

function rebuilt(source: string, error: SameasError): Observation {
  return { kind: 'index-rebuilt', source, reason: String(error.facts['reason'] ?? error.message) };
}

function sizeOf({ sections }: SnapshotImage): number {
  return [...sections.values()].reduce((bytes, array) => bytes + array.byteLength, 0);
}

async function keep(path: string, image: SnapshotImage, watch: PreparationWatch): Promise<readonly Observation[]> {
  try {
    // The dataset is already served: no progress is reported.
    await saveIndex(path, image, { ...watch, tell: noProgress });
    return [{ kind: 'index-kept', path, bytes: (await stat(path)).size }];
  } catch (thrown) {
    // An unwritable folder is no error: the dataset is served anyway.
    return [{ kind: 'index-not-kept', path, reason: thrown instanceof Error ? thrown.message : String(thrown) }];
  }
}

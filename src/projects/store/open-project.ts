import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';
import type { Grid } from '../grid/grid.js';
import {
  FIRST_STATE,
  historySchema,
  lastDone,
  NO_HISTORY,
  reachableStates,
  withEntry,
  type History,
  type HistoryEntry,
} from '../history/history.js';
import { readCheckedJson, replaceCheckedJson, writeCheckedJson } from './checked-json.js';
import { isMissing, type Disk } from './disk.js';
import { SegmentWriter, type ChunkCache, type SegmentFolder } from './segment-file.js';
import { gridOfState, stateOfGrid } from './grid-state.js';
import { asUnwritable, damaged, unknownProject } from './store-errors.js';
import { z } from 'zod';
import type { ChunkWriter } from '../grid/cell-chunk.js';
import { newEntryId, newProjectId } from './project-id.js';
import { jsonObjectSchema } from '../keyed-by-text.js';

/** Metadata of a project; the members are those of the command interface. */
export const projectMetadataSchema = z.object({
  name: z.string(),
  /** ISO 8601 in UTC, to the second: one client reads nothing finer. */
  created: z.string(),
  modified: z.string(),
  tags: z.array(z.string()),
  creator: z.string(),
  contributors: z.string(),
  subject: z.string(),
  description: z.string(),
  rowCount: z.number().int(),
  title: z.string(),
  version: z.string(),
  license: z.string(),
  homepage: z.string(),
  image: z.string(),
  /** One object for each imported file: the options in force, and its name. */
  importOptionMetadata: z.array(jsonObjectSchema),
  customMetadata: jsonObjectSchema,
});

export type ProjectMetadata = z.infer<typeof projectMetadataSchema>;

/** Members that a person may set as text; every other name becomes a member of `customMetadata`. */
export const TEXT_MEMBERS = [
  'name',
  'creator',
  'contributors',
  'subject',
  'description',
  'title',
  'version',
  'license',
  'homepage',
  'image',
] as const;

/** A project as of one record. A change gives another one; this one stays as it is. */
export interface OpenProject {
  readonly id: string;
  readonly revision: number;
  readonly metadata: ProjectMetadata;
  readonly history: History;
  /** The present grid; its state is read at the first call. Throws `project-damaged`. */
  readonly grid: () => Grid;
}

export interface StorePlace {
  /** The folder that holds the folders of the projects. */
  readonly projects: string;
  readonly disk: Disk;
  readonly cache: ChunkCache;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The project of a record; `known`: its grid, where that need not be read. */
export function projectOf(place: StorePlace, record: ProjectRecord, known?: Grid): OpenProject {
  let grid = known;
  return {
    id: record.id,
    revision: record.revision,
    metadata: record.metadata,
    history: record.history,
    grid: () => (grid ??= readGrid(place, record.id, lastDone(record.history))),
  };
}

/** The grid after an entry of the history; its chunks are read when they are needed. Throws `project-damaged`. */
export function readGrid(place: StorePlace, id: string, entryId: number): Grid {
  const path = join(place.projects, id);
  const file = stateFile(entryId);
  try {
    const read = readCheckedJson(place.disk, join(path, file));
    if (read === undefined) throw damaged(id, file, 'is not as it was written');
    return gridOfState(read.content, segmentFolder(place, id, path));
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    throw damaged(id, file, isMissing(thrown) ? 'is not there' : 'cannot be understood', thrown);
  }
}

/** The folder at `path` with chunks of this project. */
function segmentFolder({ disk, cache }: StorePlace, projectId: string, path: string): SegmentFolder {
  return { disk, cache, projectId, path };
}

/**
 * Replaces the record in one step. `grid`: the present one, if known. Throws `project-changed`, `project-unwritable`.
 */
export function replaceRecord(
  place: StorePlace,
  project: OpenProject,
  changed: Pick<ProjectRecord, 'metadata' | 'history'>,
  grid?: Grid,
): OpenProject {
  refuseOvertaken(place, project);
  const record: ProjectRecord = { format: 1, id: project.id, revision: project.revision + 1, ...changed };
  try {
    replaceCheckedJson(place.disk, join(place.projects, project.id, RECORD_FILE), record);
  } catch (thrown) {
    throw asUnwritable(`The project ${project.id}`, thrown);
  }
  return projectOf(place, record, grid);
}

/** Throws `project-changed` where the record on disk is not the one that the project was opened with, `project-unknown` where there is none. */
function refuseOvertaken({ disk, projects }: StorePlace, project: OpenProject): void {
  if (readRecord(disk, projects, project.id).revision === project.revision) return;
  throw new SameasError(
    'project-changed',
    `The project ${project.id} was changed by another program in the meantime.`,
    { advice: 'Try again.', facts: { project: project.id } },
  );
}

/*
 * The files in the folder of a project:
 *
 * project.json          the record: metadata and history, which define the project; replaced in one step
 * <entry>.state.json    the grid after an entry of the history; 0 is the grid as it was imported. Never changed
 * <entry>.segment       the chunks of the entry; only this state and later ones refer to it. Never changed
 */

const RECORD_FILE = 'project.json';

const recordSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  /** Counts changes, so that a writer notices another. */
  revision: z.number().int(),
  metadata: projectMetadataSchema,
  history: historySchema,
});

export type ProjectRecord = z.infer<typeof recordSchema>;

/** The name of the file with the grid after an entry. */
function stateFile(entryId: number): string {
  return `${entryId}.state.json`;
}

/** The name of the file with the chunks that an entry brought. */
function segmentFile(entryId: number): string {
  return `${entryId}.segment`;
}

/** The record of a project; small, whatever its rows hold. Throws `project-unknown` and `project-damaged`. */
export function readRecord(disk: Disk, projectsFolder: string, id: string): ProjectRecord {
  const folder = join(projectsFolder, id);
  let read: { readonly content: unknown } | undefined;
  try {
    read = readCheckedJson(disk, join(folder, RECORD_FILE));
  } catch (thrown) {
    if (isMissing(thrown) && !disk.exists(folder)) throw unknownProject(id);
    throw damaged(id, RECORD_FILE, isMissing(thrown) ? 'is not there' : 'cannot be read', thrown);
  }
  if (read === undefined) throw damaged(id, RECORD_FILE, 'is not as it was written');
  const record = recordSchema.safeParse(read.content);
  if (!record.success || record.data.id !== id) throw damaged(id, RECORD_FILE, 'does not describe this project');
  return record.data;
}

/** Removes files that the history does not lead to: of an unfinished change, or dropped by a new one. */
function sweepProject(disk: Disk, folder: string, history: History): void {
  const kept = new Set([RECORD_FILE]);
  for (const id of reachableStates(history)) kept.add(stateFile(id)).add(segmentFile(id));
  for (const name of disk.list(folder)) if (!kept.has(name)) disk.remove(join(folder, name));
}

/** A project that is not visible yet. */
export interface NewProject {
  readonly id: string;
  readonly writer: ChunkWriter;
  /** Saves the project and makes it visible. Throws `project-unwritable`; nothing is left then. */
  readonly commit: (grid: Grid, given: Parameters<typeof newMetadata>[0], before?: GivenHistory) => OpenProject;
  readonly abandon: () => void;
}

/** Earlier history of an imported project; each state is that after an entry, or the first. */
interface GivenHistory {
  readonly history: History;
  readonly states: ReadonlyMap<number, Grid>;
}

/** Begins a project with a new id; its files grow in `workFolder`, which must be on the disk of the store. */
export function beginProject(place: StorePlace, workFolder: string): NewProject {
  const { disk, projects, now } = place;
  let id = newProjectId(now());
  while (disk.exists(join(projects, id))) id = newProjectId(now());
  const path = join(workFolder, `project-${id}`);
  disk.makeFolder(path);
  const writer = new SegmentWriter(segmentFolder(place, id, path), segmentFile(FIRST_STATE));
  const abandon = (): void => {
    writer.abandon();
    disk.remove(path);
  };
  return {
    id,
    writer,
    abandon,
    commit: (grid, given, { history, states } = { history: NO_HISTORY, states: new Map() }) => {
      const record: ProjectRecord = {
        format: 1,
        id,
        revision: 1,
        metadata: newMetadata(given, now()),
        history,
      };
      try {
        writer.finish();
        for (const [entryId, state] of new Map([...states, [lastDone(history), grid]]))
          writeCheckedJson(disk, join(path, stateFile(entryId)), stateOfGrid(state));
        writeCheckedJson(disk, join(path, RECORD_FILE), record);
        disk.flushFolder(path);
        disk.rename(path, join(projects, id));
        disk.flushFolder(projects);
      } catch (thrown) {
        abandon();
        throw asUnwritable('The new project', thrown);
      }
      return projectOf(place, record);
    },
  };
}

/** The metadata of a new project. */
function newMetadata(
  given: Pick<ProjectMetadata, 'name' | 'rowCount'> & Partial<ProjectMetadata>,
  nowMs: number,
): ProjectMetadata {
  const now = isoSeconds(nowMs);
  return {
    created: now,
    modified: now,
    tags: [],
    creator: '',
    contributors: '',
    subject: '',
    description: '',
    title: '',
    version: '',
    license: '',
    homepage: '',
    image: '',
    importOptionMetadata: [],
    customMetadata: {},
    ...given,
  };
}

/** `2024-01-01T12:00:00Z` */
export function isoSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

interface ChangeDescription {
  readonly description: Sentence;
  readonly operationId: string | null;
  /** Absent for changes that cannot be replayed. */
  readonly operation?: Readonly<Record<string, unknown>>;
}

/** An unfinished change; the project is as before until it is committed. */
export interface ProjectChange {
  readonly entryId: number;
  readonly writer: ChunkWriter;
  /** Saves the grid as the new state. Throws `project-changed` and `project-unwritable`; the project is as before then. */
  readonly commit: (
    grid: Grid,
    change: ChangeDescription,
  ) => { readonly project: OpenProject; readonly entry: HistoryEntry };
  readonly abandon: () => void;
}

/** Begins a change, and removes the remains of an unfinished one. Throws `project-changed`. */
export function beginChange(place: StorePlace, project: OpenProject): ProjectChange {
  const { disk, projects, now } = place;
  const path = join(projects, project.id);
  refuseOvertaken(place, project);
  sweepProject(disk, path, project.history);
  const entryId = newEntryId(now(), reachableStates(project.history));
  const writer = new SegmentWriter(segmentFolder(place, project.id, path), segmentFile(entryId));
  const abandon = (): void => {
    // A record that refers to these files was saved although its writer got an error.
    if (readRecord(disk, projects, project.id).revision !== project.revision) return;
    writer.abandon();
    disk.remove(join(path, stateFile(entryId)));
  };
  return {
    entryId,
    writer,
    abandon,
    commit: (grid, change) => {
      const entry = entryOf(entryId, now(), change);
      const history = withEntry(project.history, entry);
      let changed: OpenProject;
      try {
        writer.finish();
        writeCheckedJson(disk, join(path, stateFile(entryId)), stateOfGrid(grid));
        disk.flushFolder(path);
        changed = replacePresent(place, project, history, grid);
      } catch (thrown) {
        abandon();
        throw asUnwritable(`The project ${project.id}`, thrown);
      }
      if (project.history.future.length > 0) sweepProject(disk, path, history);
      return { project: changed, entry };
    },
  };
}

function entryOf(id: number, nowMs: number, { description, operationId, operation }: ChangeDescription): HistoryEntry {
  const time = isoSeconds(nowMs);
  return { id, description, time, operationId, ...(operation === undefined ? {} : { operation: { ...operation } }) };
}

/** The project with another history, which ends in this grid. Throws as `replaceRecord`. */
export function replacePresent(place: StorePlace, project: OpenProject, history: History, grid: Grid): OpenProject {
  const metadata = { ...project.metadata, modified: isoSeconds(place.now()), rowCount: grid.rowCount };
  return replaceRecord(place, project, { metadata, history }, grid);
}

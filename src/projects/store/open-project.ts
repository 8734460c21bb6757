import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Grid } from '../grid/grid.js';
import { lastDone, type History } from '../history/history.js';
import { readCheckedJson, replaceCheckedJson } from './checked-json.js';
import type { ChunkCache } from './chunk-cache.js';
import { isMissing, type Disk } from './disk.js';
import { gridOfState } from './grid-state.js';
import { readRecord, RECORD_FILE, stateFile, type ProjectRecord } from './project-files.js';
import type { ProjectMetadata } from './project-metadata.js';
import type { SegmentFolder } from './segment-file.js';
import { asUnwritable, damaged } from './store-errors.js';

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
export function segmentFolder({ disk, cache }: StorePlace, projectId: string, path: string): SegmentFolder {
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
export function refuseOvertaken({ disk, projects }: StorePlace, project: OpenProject): void {
  if (readRecord(disk, projects, project.id).revision === project.revision) return;
  throw new SameasError(
    'project-changed',
    `The project ${project.id} was changed by another program in the meantime.`,
    { advice: 'Try again.', facts: { project: project.id } },
  );
}

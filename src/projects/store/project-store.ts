import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Grid } from '../grid/grid.js';
import { type HistoryTarget, lastDone, moveTo } from '../history/history.js';
import {
  beginProject,
  beginChange,
  type ProjectChange,
  replacePresent,
  type NewProject,
  type OpenProject,
  projectOf,
  readGrid,
  replaceRecord,
  type StorePlace,
  readRecord,
  isoSeconds,
  type ProjectMetadata,
} from './open-project.js';
import { type Disk, isMissing, NODE_DISK } from './disk.js';
import { createChunkCache } from './segment-file.js';
import type { DataFolder } from './data-folder.js';
import { asUnwritable, unknownProject } from './store-errors.js';

/*
 * Projects on disk. Everything is synchronous and returns only when it cannot be lost any more; a process that is
 * killed at any instant leaves the old or the new state of a project. The order ensures this: chunks, then the state
 * that refers to them, then – in one step – the record that refers to the state.
 *
 * The caller sees to it that only one at a time writes to a project; a second writer is noticed and refused, not
 * awaited. Readers need no lock: their files never change, but may be dropped when undone work is overwritten (see
 * `wasOvertaken`).
 */

export interface ProjectStore {
  /** Begins a project; its files grow in `workFolder`, which must be in the same data folder. */
  readonly begin: (workFolder: string) => NewProject;
  /** Throws `project-unknown` and `project-damaged`. */
  readonly open: (id: string) => OpenProject;
  /** The grid after an entry of a project's history, `FIRST_STATE` for that before all. Throws `project-damaged`. */
  readonly gridAfter: (project: OpenProject, entryId: number) => Grid;
  /** The metadata of every project, ordered by id; reads no rows. A damaged project brings its error. */
  readonly list: () => readonly ListedProject[];
  /** Begins a change of an open project. Throws `project-changed`. */
  readonly beginChange: (project: OpenProject) => ProjectChange;
  /** Undo and redo. Throws `history-entry-unknown`, `project-damaged`, `project-changed`, `project-unwritable`. */
  readonly moveTo: (project: OpenProject, target: HistoryTarget) => OpenProject;
  /** Throws `project-changed`, `project-unwritable`, and `parameter-invalid` for too long metadata. */
  readonly changeMetadata: (
    project: OpenProject,
    change: (metadata: ProjectMetadata) => ProjectMetadata,
  ) => OpenProject;
  /** Deletes a project completely; false without one. Throws `project-unwritable`. */
  readonly remove: (id: string) => boolean;
  /** Whether the project was changed or deleted since it was opened; then its files may be gone. */
  readonly wasOvertaken: (project: OpenProject) => boolean;
}

type ListedProject =
  { readonly id: string; readonly metadata: ProjectMetadata } | { readonly id: string; readonly error: SameasError };

interface ProjectStoreOptions {
  /** Memory for chunks that were read. */
  readonly cacheBytes: number;
  readonly disk?: Disk;
  /** Milliseconds since 1970; replaced in tests. */
  readonly now?: () => number;
}

/** The projects of a data folder that `prepareDataFolder` made ready. */
export function createProjectStore(
  folder: DataFolder,
  { cacheBytes, disk = NODE_DISK, now = Date.now }: ProjectStoreOptions,
): ProjectStore {
  const place: StorePlace = { projects: folder.projects, disk, cache: createChunkCache(cacheBytes), now };
  return {
    begin: (workFolder) => beginProject(place, workFolder),
    open: (id) => projectOf(place, readRecord(disk, place.projects, id)),
    gridAfter: ({ id }, entryId) => readGrid(place, id, entryId),
    list: () => listProjects(place),
    beginChange: (project) => beginChange(place, project),
    moveTo: (project, target) => {
      const history = moveTo(project.history, target);
      return replacePresent(place, project, history, readGrid(place, project.id, lastDone(history)));
    },
    changeMetadata: (project, change) => {
      const metadata = { ...change(project.metadata), modified: isoSeconds(now()) };
      refuseLongMetadata(metadata);
      return replaceRecord(place, project, { metadata, history: project.history });
    },
    remove: (id) => removeProject(place, folder.trash, id),
    wasOvertaken: (project) => wasOvertaken(place, project),
  };
}

/** Characters of a project's metadata, which every list of projects reads. */
const MAX_METADATA_LENGTH = 1024 * 1024;

function refuseLongMetadata(metadata: ProjectMetadata): void {
  if (JSON.stringify(metadata).length <= MAX_METADATA_LENGTH) return;
  throw new SameasError(
    'parameter-invalid',
    `The name, the tags and the other metadata of a project may take ${MAX_METADATA_LENGTH} characters together.`,
    { facts: { limit: MAX_METADATA_LENGTH } },
  );
}

function listProjects({ disk, projects }: StorePlace): readonly ListedProject[] {
  return disk
    .list(projects)
    .filter((name) => /^\d+$/.test(name))
    .sort()
    .flatMap((id): readonly ListedProject[] => {
      try {
        return [{ id, metadata: readRecord(disk, projects, id).metadata }];
      } catch (thrown) {
        if (!(thrown instanceof SameasError)) throw thrown;
        // Deleted between the two looks.
        return thrown.code === 'project-unknown' ? [] : [{ id, error: thrown }];
      }
    });
}

/** Moved away in one step, so that a process killed in between leaves no half of a project. */
function removeProject({ disk, cache, projects }: StorePlace, trashFolder: string, id: string): boolean {
  const path = join(projects, id);
  if (!disk.exists(path)) return false;
  const trash = join(trashFolder, `${id}-${randomBytes(8).toString('hex')}`);
  cache.forget(path);
  try {
    disk.rename(path, trash);
    disk.flushFolder(projects);
    disk.remove(trash);
  } catch (thrown) {
    if (isMissing(thrown)) throw unknownProject(id);
    throw asUnwritable(`That the project ${id} is deleted`, thrown);
  }
  return true;
}

function wasOvertaken({ disk, projects }: StorePlace, { id, revision }: OpenProject): boolean {
  try {
    return readRecord(disk, projects, id).revision !== revision;
  } catch (thrown) {
    return thrown instanceof SameasError && thrown.code === 'project-unknown';
  }
}

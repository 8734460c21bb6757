import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import { lastDone, moveTo, type HistoryTarget } from '../history/history.js';
import { beginChange, type ProjectChange } from './begin-change.js';
import { beginProject, type NewProject } from './begin-project.js';
import { createChunkCache } from './chunk-cache.js';
import type { DataFolder } from './data-folder.js';
import { isMissing, NODE_DISK, type Disk } from './disk.js';
import { projectOf, readGrid, replaceRecord, type OpenProject, type StorePlace } from './open-project.js';
import { readRecord } from './project-files.js';
import { isoSeconds, type ProjectMetadata } from './project-metadata.js';
import { asUnwritable, unknownProject } from './store-errors.js';

/*
 * Projects on disk. Everything is synchronous and returns only when it cannot be lost any more; a process that is killed at any instant leaves the old or the new state
 * of a project. The order is what makes that so: chunks, then the state that refers to them, then – in one step – the record that refers to the state.
 *
 * The caller sees to it that only one at a time writes to a project; a second writer is noticed and refused, not waited for. Readers need no lock: what they
 * read never changes, but may be dropped when undone work is overwritten (see `wasOvertaken`).
 */

export interface ProjectStore {
  /** Begins a project; its files grow in `workFolder`, which must lie in the same data folder. */
  readonly begin: (workFolder: string) => NewProject;
  /** Throws `project-unknown` and `project-damaged`. */
  readonly open: (id: string) => OpenProject;
  /** The metadata of every project, ordered by id; reads no rows. A damaged project brings its error. */
  readonly list: () => readonly ListedProject[];
  /** Begins a change of an open project. Throws `project-changed`. */
  readonly beginChange: (project: OpenProject) => ProjectChange;
  /** Undo and redo. Throws `history-entry-unknown`, `project-damaged`, `project-changed`, `project-unwritable`. */
  readonly moveTo: (project: OpenProject, target: HistoryTarget) => OpenProject;
  /** Throws `project-changed`, `project-unwritable`, and `parameter-invalid` for metadata that are too long. */
  readonly changeMetadata: (
    project: OpenProject,
    change: (metadata: ProjectMetadata) => ProjectMetadata,
  ) => OpenProject;
  /** Deletes a project completely; false when there is none. Throws `project-unwritable`. */
  readonly remove: (id: string) => boolean;
  /** Whether somebody changed or deleted the project since it was opened; then files that it refers to may be gone. */
  readonly wasOvertaken: (project: OpenProject) => boolean;
}

export type ListedProject =
  { readonly id: string; readonly metadata: ProjectMetadata } | { readonly id: string; readonly error: SameasError };

export interface ProjectStoreOptions {
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
    list: () => listProjects(place),
    beginChange: (project) => beginChange(place, project),
    moveTo: (project, target) => {
      const history = moveTo(project.history, target);
      const grid = readGrid(place, project.id, lastDone(history));
      return replaceRecord(
        place,
        project,
        { metadata: { ...project.metadata, modified: isoSeconds(now()), rowCount: grid.rowCount }, history },
        grid,
      );
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

/** Characters of the metadata of a project, which every list of projects reads. */
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

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import type { ChunkWriter } from '../grid/chunk-store.js';
import type { Grid } from '../grid/grid.js';
import { FIRST_STATE, lastDone, moveTo, NO_HISTORY, reachableStates, withEntry, type History, type HistoryEntry, type HistoryTarget } from '../history/history.js';
import { readCheckedJson, replaceCheckedJson, writeCheckedJson } from './checked-json.js';
import { createChunkCache } from './chunk-cache.js';
import type { DataFolder } from './data-folder.js';
import { isMissing, NODE_DISK, type Disk } from './disk.js';
import { gridOfState, stateOfGrid } from './grid-state.js';
import { readRecord, RECORD_FILE, segmentFile, stateFile, sweepProject, type ProjectRecord } from './project-files.js';
import { newEntryId, newProjectId } from './project-id.js';
import { isoSeconds, newMetadata, type ProjectMetadata } from './project-metadata.js';
import { createSegmentWriter, type SegmentFolder } from './segment-file.js';
import { asUnwritable, damaged, unknownProject } from './store-errors.js';

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
  /** Throws `project-changed` and `project-unwritable`. */
  readonly changeMetadata: (project: OpenProject, change: (metadata: ProjectMetadata) => ProjectMetadata) => OpenProject;
  /** Deletes a project completely; false when there is none. Throws `project-unwritable`. */
  readonly remove: (id: string) => boolean;
  /** Whether somebody changed or deleted the project since it was opened; then files that it refers to may be gone. */
  readonly wasOvertaken: (project: OpenProject) => boolean;
}

export interface OpenProject {
  readonly id: string;
  readonly revision: number;
  readonly metadata: ProjectMetadata;
  readonly history: History;
  /** The present grid; its state is read at the first call. Throws `project-damaged`. */
  readonly grid: () => Grid;
}

export type ListedProject = { readonly id: string; readonly metadata: ProjectMetadata } | { readonly id: string; readonly error: SameasError };

export interface NewProject {
  readonly id: string;
  readonly writer: ChunkWriter;
  /** Saves the project and makes it visible. Throws `project-unwritable`; nothing is left then. */
  readonly commit: (grid: Grid, given: Parameters<typeof newMetadata>[0]) => OpenProject;
  readonly abandon: () => void;
}

/** What a change was, for the history. */
export interface ChangeDescription {
  readonly description: string;
  readonly operationId: string | null;
  /** Absent for what cannot be replayed. */
  readonly operation?: Readonly<Record<string, unknown>>;
}

export interface ProjectChange {
  readonly entryId: number;
  readonly writer: ChunkWriter;
  /** Saves the grid as the new state. Throws `project-changed` and `project-unwritable`; the project is as before then. */
  readonly commit: (grid: Grid, change: ChangeDescription) => { readonly project: OpenProject; readonly entry: HistoryEntry };
  readonly abandon: () => void;
}

export interface ProjectStoreOptions {
  /** Memory for chunks that were read. */
  readonly cacheBytes: number;
  readonly disk?: Disk;
  /** Milliseconds since 1970; replaced in tests. */
  readonly now?: () => number;
}

/** The projects of a data folder that `prepareDataFolder` made ready. */
export function createProjectStore(folder: DataFolder, { cacheBytes, disk = NODE_DISK, now = Date.now }: ProjectStoreOptions): ProjectStore {
  const cache = createChunkCache(cacheBytes);

  function open(id: string): OpenProject {
    return openRecord(readRecord(disk, folder.projects, id));
  }

  function openRecord(record: ProjectRecord, known?: Grid): OpenProject {
    let grid = known;
    return { id: record.id, revision: record.revision, metadata: record.metadata, history: record.history, grid: () => (grid ??= readGrid(record.id, lastDone(record.history))) };
  }

  function readGrid(id: string, entryId: number): Grid {
    const path = join(folder.projects, id);
    const file = stateFile(entryId);
    try {
      const read = readCheckedJson(disk, join(path, file));
      if (read === undefined) throw damaged(id, file, 'is not as it was written');
      return gridOfState(read.content, segmentFolder(id, path));
    } catch (thrown) {
      if (thrown instanceof SameasError) throw thrown;
      throw damaged(id, file, isMissing(thrown) ? 'is not there' : 'cannot be understood', thrown);
    }
  }

  function segmentFolder(projectId: string, path: string): SegmentFolder {
    return { disk, cache, projectId, path };
  }

  /** Puts a new record in the place of the old one. */
  function replaceRecord(project: OpenProject, changed: Pick<ProjectRecord, 'metadata' | 'history'>, grid?: Grid): OpenProject {
    refuseOvertaken(project);
    const record: ProjectRecord = { format: 1, id: project.id, revision: project.revision + 1, ...changed };
    try {
      replaceCheckedJson(disk, join(folder.projects, project.id, RECORD_FILE), record);
    } catch (thrown) {
      throw asUnwritable(`The project ${project.id}`, thrown);
    }
    return openRecord(record, grid);
  }

  function wasOvertaken({ id, revision }: OpenProject): boolean {
    try {
      return readRecord(disk, folder.projects, id).revision !== revision;
    } catch (thrown) {
      return thrown instanceof SameasError && thrown.code === 'project-unknown';
    }
  }

  function refuseOvertaken(project: OpenProject): void {
    if (readRecord(disk, folder.projects, project.id).revision === project.revision) return;
    throw new SameasError('project-changed', `The project ${project.id} was changed by another program in the meantime.`, { advice: 'Try again.', facts: { project: project.id } });
  }

  function begin(workFolder: string): NewProject {
    let id = newProjectId(now());
    while (disk.exists(join(folder.projects, id))) id = newProjectId(now());
    const path = join(workFolder, `project-${id}`);
    disk.makeFolder(path);
    const writer = createSegmentWriter(segmentFolder(id, path), segmentFile(FIRST_STATE));
    const abandon = (): void => {
      writer.abandon();
      disk.remove(path);
    };
    return {
      id,
      writer,
      abandon,
      commit: (grid, given) => {
        const record: ProjectRecord = { format: 1, id, revision: 1, metadata: newMetadata(given, now()), history: NO_HISTORY };
        try {
          writer.finish();
          writeCheckedJson(disk, join(path, stateFile(FIRST_STATE)), stateOfGrid(grid));
          writeCheckedJson(disk, join(path, RECORD_FILE), record);
          disk.flushFolder(path);
          disk.rename(path, join(folder.projects, id));
          disk.flushFolder(folder.projects);
        } catch (thrown) {
          abandon();
          throw asUnwritable('The new project', thrown);
        }
        return openRecord(record);
      },
    };
  }

  function beginChange(project: OpenProject): ProjectChange {
    const path = join(folder.projects, project.id);
    refuseOvertaken(project);
    sweepProject(disk, path, project.history);
    const entryId = newEntryId(now(), reachableStates(project.history));
    const writer = createSegmentWriter(segmentFolder(project.id, path), segmentFile(entryId));
    const abandon = (): void => {
      // A record that refers to these files has come through although its writer was told otherwise.
      if (readRecord(disk, folder.projects, project.id).revision !== project.revision) return;
      writer.abandon();
      disk.remove(join(path, stateFile(entryId)));
    };
    return {
      entryId,
      writer,
      abandon,
      commit: (grid, { description, operationId, operation }) => {
        const entry: HistoryEntry = { id: entryId, description, time: isoSeconds(now()), operationId, ...(operation === undefined ? {} : { operation: { ...operation } }) };
        const history = withEntry(project.history, entry);
        let changed: OpenProject;
        try {
          writer.finish();
          writeCheckedJson(disk, join(path, stateFile(entryId)), stateOfGrid(grid));
          disk.flushFolder(path);
          changed = replaceRecord(project, { metadata: { ...project.metadata, modified: isoSeconds(now()), rowCount: grid.rowCount }, history }, grid);
        } catch (thrown) {
          abandon();
          throw asUnwritable(`The project ${project.id}`, thrown);
        }
        if (project.history.future.length > 0) sweepProject(disk, path, history);
        return { project: changed, entry };
      },
    };
  }

  return {
    begin,
    open,
    beginChange,
    wasOvertaken,
    list: () =>
      disk
        .list(folder.projects)
        .filter((name) => /^\d+$/.test(name))
        .sort()
        .flatMap((id): readonly ListedProject[] => {
          try {
            return [{ id, metadata: readRecord(disk, folder.projects, id).metadata }];
          } catch (thrown) {
            if (!(thrown instanceof SameasError)) throw thrown;
            // Deleted between the two looks.
            return thrown.code === 'project-unknown' ? [] : [{ id, error: thrown }];
          }
        }),
    moveTo: (project, target) => {
      const history = moveTo(project.history, target);
      const grid = readGrid(project.id, lastDone(history));
      return replaceRecord(project, { metadata: { ...project.metadata, modified: isoSeconds(now()), rowCount: grid.rowCount }, history }, grid);
    },
    changeMetadata: (project, change) => replaceRecord(project, { metadata: { ...change(project.metadata), modified: isoSeconds(now()) }, history: project.history }),
    remove: (id) => {
      const path = join(folder.projects, id);
      if (!disk.exists(path)) return false;
      const trash = join(folder.trash, `${id}-${randomBytes(8).toString('hex')}`);
      cache.forget(path);
      try {
        disk.rename(path, trash);
        disk.flushFolder(folder.projects);
        disk.remove(trash);
      } catch (thrown) {
        if (isMissing(thrown)) throw unknownProject(id);
        throw asUnwritable(`That the project ${id} is deleted`, thrown);
      }
      return true;
    },
  };
}

import { join } from 'node:path';
import type { ChunkWriter } from '../grid/chunk-store.js';
import type { Grid } from '../grid/grid.js';
import { reachableStates, withEntry, type HistoryEntry } from '../history/history.js';
import { writeCheckedJson } from './checked-json.js';
import { stateOfGrid } from './grid-state.js';
import { refuseOvertaken, replaceRecord, segmentFolder, type OpenProject, type StorePlace } from './open-project.js';
import { readRecord, segmentFile, stateFile, sweepProject } from './project-files.js';
import { newEntryId } from './project-id.js';
import { isoSeconds } from './project-metadata.js';
import { createSegmentWriter } from './segment-file.js';
import { asUnwritable } from './store-errors.js';

/** What a change was, for the history. */
export interface ChangeDescription {
  readonly description: string;
  readonly operationId: string | null;
  /** Absent for what cannot be replayed. */
  readonly operation?: Readonly<Record<string, unknown>>;
}

/** A change that is being computed; the project is as before until it is committed. */
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

/** Begins a change, and clears away what one that was never finished has left. Throws `project-changed`. */
export function beginChange(place: StorePlace, project: OpenProject): ProjectChange {
  const { disk, projects, now } = place;
  const path = join(projects, project.id);
  refuseOvertaken(place, project);
  sweepProject(disk, path, project.history);
  const entryId = newEntryId(now(), reachableStates(project.history));
  const writer = createSegmentWriter(segmentFolder(place, project.id, path), segmentFile(entryId));
  const abandon = (): void => {
    // A record that refers to these files has come through although its writer was told otherwise.
    if (readRecord(disk, projects, project.id).revision !== project.revision) return;
    writer.abandon();
    disk.remove(join(path, stateFile(entryId)));
  };
  return {
    entryId,
    writer,
    abandon,
    commit: (grid, { description, operationId, operation }) => {
      const entry: HistoryEntry = {
        id: entryId,
        description,
        time: isoSeconds(now()),
        operationId,
        ...(operation === undefined ? {} : { operation: { ...operation } }),
      };
      const history = withEntry(project.history, entry);
      let changed: OpenProject;
      try {
        writer.finish();
        writeCheckedJson(disk, join(path, stateFile(entryId)), stateOfGrid(grid));
        disk.flushFolder(path);
        changed = replaceRecord(
          place,
          project,
          { metadata: { ...project.metadata, modified: isoSeconds(now()), rowCount: grid.rowCount }, history },
          grid,
        );
      } catch (thrown) {
        abandon();
        throw asUnwritable(`The project ${project.id}`, thrown);
      }
      if (project.history.future.length > 0) sweepProject(disk, path, history);
      return { project: changed, entry };
    },
  };
}

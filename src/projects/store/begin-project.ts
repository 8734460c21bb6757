import { join } from 'node:path';
import type { ChunkWriter } from '../grid/chunk-store.js';
import type { Grid } from '../grid/grid.js';
import { FIRST_STATE, lastDone, NO_HISTORY, type History } from '../history/history.js';
import { writeCheckedJson } from './checked-json.js';
import { stateOfGrid } from './grid-state.js';
import { projectOf, segmentFolder, type OpenProject, type StorePlace } from './open-project.js';
import { RECORD_FILE, segmentFile, stateFile, type ProjectRecord } from './project-files.js';
import { newProjectId } from './project-id.js';
import { newMetadata } from './project-metadata.js';
import { createSegmentWriter } from './segment-file.js';
import { asUnwritable } from './store-errors.js';

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
  const writer = createSegmentWriter(segmentFolder(place, id, path), segmentFile(FIRST_STATE));
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

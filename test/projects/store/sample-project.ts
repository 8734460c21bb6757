import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { untranslated } from '../../../src/foundation/sentence.js';
import { cellText } from '../../../src/projects/grid/cell-value.js';
import type { Cell } from '../../../src/projects/grid/cell-value.js';
import { GridWriter } from '../../../src/projects/grid/grid-writer.js';
import { readRows, type Grid } from '../../../src/projects/grid/grid.js';
import type { ChunkWriter } from '../../../src/projects/grid/cell-chunk.js';
import { dataFolderAt, prepareDataFolder, type DataFolder } from '../../../src/projects/store/data-folder.js';
import { NODE_DISK, type Disk } from '../../../src/projects/store/disk.js';
import type { OpenProject } from '../../../src/projects/store/open-project.js';
import { createProjectStore, type ProjectStore } from '../../../src/projects/store/project-store.js';

/** A grid of two columns in which every cell of the second says `text`. */
export function gridOfText(writer: ChunkWriter, text: string, rowCount = 5): Grid {
  const rows = new GridWriter(writer);
  for (let row = 0; row < rowCount; row += 1)
    rows.append([cell(`row ${row}`), cell(text)], { starred: row % 2 === 0, flagged: row === 1 });
  const column = (cellIndex: number, name: string) => ({ cellIndex, name, originalName: name });
  return rows.finish({ columns: [column(0, 'key'), column(1, 'text')], columnGroups: [], nextCellIndex: 2 });
}

function cell(value: string): Cell {
  return { value, recon: null };
}

/** What the cells of the second column say, each different text once. */
export function textsOf(grid: Grid): readonly string[] {
  return [...new Set([...readRows(grid)].map((row) => cellText(row.value(1))))];
}

/** A store in a folder, with the folder made ready. */
export function storeIn(
  path: string,
  disk: Disk = NODE_DISK,
): { readonly store: ProjectStore; readonly folder: DataFolder } {
  const folder = dataFolderAt(path);
  prepareDataFolder(NODE_DISK, folder);
  return { store: createProjectStore(folder, { cacheBytes: 1_000_000, disk }), folder };
}

/** A project whose cells say `text`. */
export function createSample(store: ProjectStore, folder: DataFolder, text: string, rowCount?: number): OpenProject {
  const work = join(folder.work, 'test');
  mkdirSync(work, { recursive: true });
  const begun = store.begin(work);
  const grid = gridOfText(begun.writer, text, rowCount);
  return begun.commit(grid, { name: 'Sample', rowCount: grid.rowCount });
}

/** A change after which every cell says `text`. */
export function changeSample(store: ProjectStore, project: OpenProject, text: string, rowCount?: number): OpenProject {
  const change = store.beginChange(project);
  try {
    return change.commit(gridOfText(change.writer, text, rowCount), {
      description: untranslated(`Say ${text}`),
      operationId: 'core/text-transform',
      operation: { op: 'core/text-transform', text },
    }).project;
  } catch (thrown) {
    change.abandon();
    throw thrown;
  }
}

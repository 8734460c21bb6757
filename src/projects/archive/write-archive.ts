import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inEnglish } from '../../foundation/sentence.js';
import type { UnpackedFile } from '../../formats/archives/unpack-archive.js';
import { writeTarGzip } from '../../formats/archives/write-tar.js';
import { zipWriter } from '../../formats/archives/write-zip.js';
import { fileSink } from '../exporting/byte-sink.js';
import { sameValue, type Cell } from '../grid/cell-value.js';
import { readRows, type Grid } from '../grid/grid.js';
import type { Recon } from '../grid/recon.js';
import { FIRST_STATE, type HistoryEntry } from '../history/history.js';
import type { OpenProject } from '../store/open-project.js';
import { writeCell, writeRecon, writeRow, type ArchivedRow } from './archived-rows.js';

/** Version of OpenRefine with this form of files; it reads those of older ones. */
const VERSION = '3.10';
/** Cells of all changes of an archive: earlier entries of the history are left out. */
const MAX_CHANGE_CELLS = 20_000_000;
/** Cells listed one by one; beyond, all rows of before and after are written. */
const MAX_LISTED_CELLS = 200_000;

/** Content of an archive: the project, and its states, by entries of the history. */
interface ArchiveSource {
  readonly project: OpenProject;
  readonly gridAfter: (entryId: number) => Grid;
  readonly progress: () => void;
}

/**
 * Writes a project as an archive that OpenRefine opens (`import-project`), with its history without undone entries.
 * `folder` has temporary files. Throws errors of the file system.
 */
export async function writeArchive(source: ArchiveSource, folder: string, path: string): Promise<void> {
  const { project, gridAfter } = source;
  const { past, startsAt } = project.history;
  const files: UnpackedFile[] = [];
  const kept: HistoryEntry[] = [];
  let cells = 0;
  for (let place = past.length - 1; place >= 0; place -= 1) {
    const entry = past[place];
    if (entry === undefined || entry.id === startsAt) break;
    const [before, after] = [gridAfter(past[place - 1]?.id ?? FIRST_STATE), gridAfter(entry.id)];
    cells += before.rowCount * before.model.columns.length + after.rowCount * after.model.columns.length;
    if (cells > MAX_CHANGE_CELLS) break;
    const file = join(folder, `change-${String(entry.id)}`);
    writeZip(file, 'change.txt', (write, recons) => {
      writeChange(before, after, write, recons, source.progress);
    });
    files.push({ path: file, name: `history/${String(entry.id)}.change.zip` });
    kept.unshift(entry);
  }
  const data = join(folder, 'data');
  writeZip(data, 'data.txt', (write, recons) => {
    writeData(project.grid(), kept, write, recons, source.progress);
  });
  const metadata = join(folder, 'metadata');
  writeFileSync(metadata, JSON.stringify(project.metadata), { flag: 'wx', mode: 0o600 });
  await writeTarGzip(
    [...files.toReversed(), { path: data, name: 'data.zip' }, { path: metadata, name: 'metadata.json' }],
    path,
  );
}

type Write = (line: string) => void;

/** A zip archive of a text and its reconciliation data. */
function writeZip(path: string, name: string, content: (write: Write, recons: Map<number, Recon>) => void): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    const sink = fileSink(file);
    const zip = zipWriter((bytes) => {
      sink.write(bytes);
    });
    const recons = new Map<number, Recon>();
    const write = (line: string): void => {
      zip.write(`${line}\n`);
    };
    zip.begin(name);
    write(VERSION);
    content(write, recons);
    zip.begin('pool.txt');
    write(VERSION);
    writeList('reconCount', [...recons.values()].map(writeRecon), write);
    zip.end();
    sink.end();
  } finally {
    closeSync(file);
  }
}

function writeList(name: string, items: readonly string[], write: Write): void {
  write(`${name}=${String(items.length)}`);
  items.forEach(write);
}

function writeData(
  grid: Grid,
  entries: readonly HistoryEntry[],
  write: Write,
  recons: Map<number, Recon>,
  progress: () => void,
): void {
  const { columns, columnGroups, nextCellIndex } = grid.model;
  write('columnModel=');
  write(`maxCellIndex=${String(nextCellIndex - 1)}`);
  write('keyColumnIndex=0');
  writeList('columnCount', columns.map(asJson), write);
  writeList('columnGroupCount', columnGroups.map(asJson), write);
  write('/e/');
  write('history=');
  writeList(
    'pastEntryCount',
    entries.map(({ id, description, operation, time }) =>
      JSON.stringify({
        id,
        description: inEnglish(description),
        ...(operation === undefined ? {} : { operation }),
        time,
      }),
    ),
    write,
  );
  writeList('futureEntryCount', [], write);
  write('/e/');
  writeRows('rowCount', grid, write, recons, progress);
}

const asJson = (value: unknown): string => JSON.stringify(value);

function writeRows(name: string, grid: Grid, write: Write, recons: Map<number, Recon>, progress: () => void): void {
  write(`${name}=${String(grid.rowCount)}`);
  let rows = 0;
  for (const row of rowsOf(grid)) {
    write(writeRow(row, recons));
    rows += 1;
    if (rows % 4096 === 0) progress();
  }
}

function* rowsOf(grid: Grid): Generator<ArchivedRow> {
  const indexes = grid.model.columns.map(({ cellIndex }) => cellIndex);
  const width = indexes.reduce((most, index) => Math.max(most, index + 1), 0);
  for (const row of readRows(grid)) {
    const cells: (Cell | null)[] = Array.from({ length: width }, () => null);
    for (const index of indexes) cells[index] = row.cell(index);
    yield { starred: row.starred, flagged: row.flagged, cells };
  }
}

/**
 * The difference between two states: changed cells, where nothing else differs and they are few; else all rows of both.
 */
function writeChange(before: Grid, after: Grid, write: Write, recons: Map<number, Recon>, progress: () => void): void {
  const cells = changedCells(before, after, recons);
  if (cells !== undefined) {
    write('com.google.refine.model.changes.MassCellChange');
    write('updateRowContextDependencies=true');
    write(`cellChangeCount=${String(cells.length)}`);
    cells.forEach(write);
  } else {
    write('com.google.refine.model.changes.MassRowColumnChange');
    writeList('newColumnCount', after.model.columns.map(asJson), write);
    writeList('oldColumnCount', before.model.columns.map(asJson), write);
    writeRows('newRowCount', after, write, recons, progress);
    writeRows('oldRowCount', before, write, recons, progress);
    writeList('oldColumnGroupCount', before.model.columnGroups.map(asJson), write);
  }
  write('/ec/');
}

/** The lines of differing cells; undefined for other differences, or too many. */
function changedCells(before: Grid, after: Grid, recons: Map<number, Recon>): readonly string[] | undefined {
  if (before.rowCount !== after.rowCount || asJson(before.model) !== asJson(after.model)) return undefined;
  const changes: string[] = [];
  const newRows = rowsOf(after);
  let row = 0;
  for (const old of rowsOf(before)) {
    const now = newRows.next();
    if (now.done === true || now.value.starred !== old.starred || now.value.flagged !== old.flagged) return undefined;
    for (const { cellIndex } of before.model.columns) {
      const [oldCell = null, newCell = null] = [old.cells[cellIndex], now.value.cells[cellIndex]];
      if (isSameCell(oldCell, newCell)) continue;
      if (changes.length === MAX_LISTED_CELLS) return undefined;
      const text = (cell: Cell | null): string => (cell === null ? '' : writeCell(cell, recons));
      changes.push(`row=${String(row)}\ncell=${String(cellIndex)}\nold=${text(oldCell)}\nnew=${text(newCell)}\n/ec/`);
    }
    row += 1;
  }
  return changes;
}

function isSameCell(one: Cell | null, other: Cell | null): boolean {
  if (one === null || other === null) return one === other;
  return sameValue(one.value, other.value) && one.recon?.id === other.recon?.id;
}

import { z } from 'zod';
import { faultSaying, sentenceOf, untranslated } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { unpackFile, unpackTar, unpackZip, type UnpackTarget } from '../../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../../formats/archives/unpack-limits.js';
import { fileStart, fileText } from '../../formats/text-file.js';
import type { DetectedEncoding } from '../../formats/detect-encoding.js';
import type { ChunkWriter } from '../grid/cell-chunk.js';
import type { ColumnModel } from '../grid/column-model.js';
import { GridWriter } from '../grid/grid-writer.js';
import type { Grid } from '../grid/grid.js';
import { FIRST_STATE, type History, type HistoryEntry } from '../history/history.js';
import { aboutFile, damaged, tooLarge, type ImportedFile, type ImportTarget } from '../importing/import-request.js';
import { fileLines } from '../importing/import-lines.js';
import { projectMetadataSchema, type ProjectMetadata } from '../store/open-project.js';
import { archivedEntrySchema, readColumn, readColumnGroup, readRow, ReconPool } from './archived-rows.js';
import { readChange, revertChange, type ArchivedTable } from './revert-change.js';

interface ArchivedProject {
  readonly history: History;
  /**
   * The grid after each entry that can be undone to, the present one too; `FIRST_STATE` where everything can be undone.
   */
  readonly states: ReadonlyMap<number, Grid>;
  readonly metadata: Partial<ProjectMetadata>;
}

/** Cells of all states before the present one together: each is written out whole. */
const MAX_CELLS_BEFORE = 20_000_000;
const UTF8: DetectedEncoding = { encoding: 'utf-8', evidence: 'valid', markLength: 0 };
/** Characters of a line: a row, or an entry of the history. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/**
 * Reads an archive of OpenRefine (`export-project`): the present rows, and the history as far as it can be undone.
 * Undone entries cannot be redone here. Throws `import-file-damaged` and `import-too-large`.
 */
export async function readArchive(upload: ImportedFile, target: ImportTarget): Promise<ArchivedProject> {
  const unpack = unpackInto(target);
  try {
    const isPacked = fileStart(upload.path, 2).equals(Buffer.from([0x1f, 0x8b]));
    const tar = isPacked ? await unpackFile(upload.path, unpack) : upload.path;
    const files = new Map((await unpackTar(tar, unpack)).map(({ name, path }) => [name, path]));
    const data = await unpackedTexts(files.get('data.zip'), unpack);
    if (data === undefined) throw new SyntaxError('there is no data.zip in it');
    const pool = new ReconPool();
    pool.take(data('pool.txt'));
    const read = readData(data('data.txt'), pool, target);
    const { entries } = read;
    const states = await statesBefore(read, pool, target, (id) =>
      unpackedTexts(files.get(`history/${String(id)}.change.zip`), unpack),
    );
    const startsAt = entries.find(({ id }) => states.has(id))?.id;
    return {
      states,
      metadata: metadataOf(files.get('metadata.json')),
      history: {
        past: [...entries],
        future: [],
        ...(startsAt === undefined || states.has(FIRST_STATE) ? {} : { startsAt }),
      },
    };
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw tooLarge(
        aboutFile(upload.name, sentenceOf(thrown)),
        'Export its rows instead.',
        target.limits.maxUnpackedBytes,
      );
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError)
      throw damaged(upload.name, `it is no project of OpenRefine's that can be read (${firstFault(thrown)}).`, thrown);
    throw thrown;
  }
}

/** Where files are unpacked, and how much of them. */
function unpackInto({ limits, scratchFolder }: ImportTarget): UnpackTarget {
  let counter = 0;
  return {
    folder: scratchFolder,
    budget: new UnpackBudget({
      maxEntries: limits.maxArchiveEntries,
      maxBytes: limits.maxUnpackedBytes,
      maxExpansion: limits.maxExpansion,
    }),
    freshName: () => `archive-${String((counter += 1))}`,
  };
}

/** The present grid, and those before it as far as the changes can be reverted, by the entry that made each. */
async function statesBefore(
  { table, model, entries, present }: ReadData,
  pool: ReconPool,
  target: ImportTarget,
  changeOf: (entryId: number) => Promise<Texts | undefined>,
): Promise<Map<number, Grid>> {
  const states = new Map([[entries.at(-1)?.id ?? FIRST_STATE, present]]);
  let cells = 0;
  for (const [place, { id }] of [...entries.entries()].toReversed()) {
    if (table === undefined) break;
    const change = await changeOf(id);
    cells += table.rows.length * Math.max(1, table.columns.length);
    if (change === undefined || cells > MAX_CELLS_BEFORE) break;
    pool.take(change('pool.txt'));
    if (!revertChange(readChange(change('change.txt')[Symbol.iterator]()), table, pool)) break;
    states.set(entries[place - 1]?.id ?? FIRST_STATE, gridOfTable(table, model, target.chunks));
    target.progress(present.rowCount);
  }
  return states;
}

const firstFault = (fault: SyntaxError | z.ZodError): string =>
  fault instanceof z.ZodError ? (fault.issues[0]?.message ?? '') : fault.message.replace(/\.$/, '');

type Texts = (name: string) => Iterable<string>;

/** The lines of each file in a zip archive; undefined without one. */
async function unpackedTexts(path: string | undefined, unpack: UnpackTarget): Promise<Texts | undefined> {
  if (path === undefined) return undefined;
  const files = new Map((await unpackZip(path, unpack)).map((file) => [file.name, file.path]));
  return (name) => {
    const file = files.get(name);
    return file === undefined ? [] : fileLines(fileText(file, UTF8), MAX_LINE_LENGTH);
  };
}

interface ReadData {
  /** The table in memory; undefined where it is too long for undoing. */
  readonly table: ArchivedTable | undefined;
  readonly model: ColumnModel;
  readonly entries: readonly HistoryEntry[];
  readonly present: Grid;
}

function readData(given: Iterable<string>, pool: ReconPool, target: ImportTarget): ReadData {
  const { chunks, limits } = target;
  const lines = given[Symbol.iterator]();
  const next = (): string | undefined => {
    const line = lines.next();
    return line.done === true ? undefined : line.value;
  };
  const items = <Item>(count: string, read: (line: string) => Item): Item[] => {
    const all: Item[] = [];
    for (let left = Number(count); left > 0; left -= 1) all.push(read(next() ?? ''));
    return all;
  };
  let model: ColumnModel = { columns: [], columnGroups: [], nextCellIndex: 0 };
  let entries: readonly HistoryEntry[] = [];
  const rows = new GridWriter(chunks);
  let table: ArchivedTable | undefined = { columns: [], groups: [], rows: [] };
  next();
  for (let line = next(); line !== undefined; line = next()) {
    const [, field = '', value = ''] = /^([^=]*)=(.*)$/s.exec(line) ?? [];
    if (field === 'columnCount' && Number(value) > limits.maxColumns)
      throw faultSaying(RangeError, sentence('The table has more than {n} columns.', { n: limits.maxColumns }));
    if (field === 'columnCount') model = { ...model, columns: items(value, readColumn) };
    else if (field === 'columnGroupCount') model = { ...model, columnGroups: items(value, readColumnGroup) };
    else if (field === 'maxCellIndex') model = { ...model, nextCellIndex: Number(value) + 1 };
    else if (field === 'pastEntryCount') entries = items(value, readEntry);
    else if (field === 'futureEntryCount') items(value, (undone) => undone.length);
    else if (field === 'rowCount') table = readRows(Number(value), model.columns.length, rows, next, pool, target);
  }
  const nextCellIndex = model.columns.reduce(
    (most, { cellIndex }) => Math.max(most, cellIndex + 1),
    model.nextCellIndex,
  );
  model = { ...model, nextCellIndex };
  if (table !== undefined) {
    table.columns = [...model.columns];
    table.groups = model.columnGroups;
  }
  return { table, model, entries, present: rows.finish(model) };
}

/** Reads rows into the grid, and into a table in memory; undefined where that grows too long. */
function readRows(
  count: number,
  columnCount: number,
  rows: GridWriter,
  next: () => string | undefined,
  pool: ReconPool,
  target: ImportTarget,
): ArchivedTable | undefined {
  const { maxRows } = target.limits;
  if (count > maxRows) throw faultSaying(RangeError, sentence('The table has more than {n} rows.', { n: maxRows }));
  let kept: ArchivedTable | undefined = { columns: [], groups: [], rows: [] };
  for (let left = count; left > 0; left -= 1) {
    const row = readRow(next() ?? '', pool);
    rows.append(row.cells, row);
    kept?.rows.push(row);
    if (kept !== undefined && kept.rows.length * Math.max(1, columnCount) > MAX_CELLS_BEFORE / 4) kept = undefined;
    if (left % 4096 === 0) target.progress(count - left);
  }
  return kept;
}

function readEntry(line: string): HistoryEntry {
  const { id, description, time, operation } = archivedEntrySchema.parse(JSON.parse(line));
  const op = operation?.['op'];
  return {
    id,
    description: untranslated(description),
    time: time.replace(/\.\d+Z$/, 'Z'),
    operationId: typeof op === 'string' ? op : null,
    ...(operation === null || operation === undefined ? {} : { operation }),
  };
}

function gridOfTable(
  { columns, groups, rows }: ArchivedTable,
  { nextCellIndex }: ColumnModel,
  chunks: ChunkWriter,
): Grid {
  const writer = new GridWriter(chunks);
  for (const row of rows) writer.append(row.cells, row);
  return writer.finish({ columns: [...columns], columnGroups: groups, nextCellIndex });
}

/** Unreadable members are left out. */
function metadataOf(path: string | undefined): Partial<ProjectMetadata> {
  if (path === undefined) return {};
  const read = z.record(z.string(), z.unknown()).parse(JSON.parse([...fileText(path, UTF8)].join('')));
  return Object.fromEntries(
    Object.entries(projectMetadataSchema.shape).flatMap(([name, schema]) => {
      const member = schema.safeParse(read[name]);
      return member.success ? [[name, member.data]] : [];
    }),
  );
}

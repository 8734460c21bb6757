import { FILE_FORMATS, type FormatId } from '../../formats/file-formats.js';
import { filePieces, fileText } from '../../formats/text-file.js';
import { NAMELESS, type TreeHandler, type TreeScalar, guessRecordPath } from '../../formats/tree-events.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { type Cell, type CellValue, guessCellValue, isWhole } from '../grid/cell-value.js';
import { type Column, type ColumnGroup, type ColumnModel, unduplicatedName } from '../grid/column-model.js';
import type { Grid } from '../grid/grid.js';
import { GridWriter } from '../grid/grid-writer.js';
import { type ImportTarget, type SourceFile, asImportError, tooLarge } from './import-request.js';
import { type ImportOptions, always } from './import-options.js';
import type { TextFile } from './import-separated.js';
import { type SourceColumns, refuseTooMany } from './table-builder.js';

/** JSON, JSON lines, XML or MARC: entities at `recordPath` become records of one or more rows. Throws import errors. */
export async function importTree(
  format: FormatId,
  files: readonly TreeFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Promise<Grid> {
  const treeOptions: TreeOptions = {
    trimStrings: options.flag('trimStrings', { guessed: false, coded: true }),
    storeEmptyStrings: options.flag('storeEmptyStrings', { guessed: true, coded: false }),
    guessCellValueTypes: options.flag('guessCellValueTypes', { guessed: false, coded: true }),
    limit: options.whole('limit', always(-1)),
  };
  const { tree } = FILE_FORMATS[format];
  if (tree === undefined) throw new Error(`${format} is no tree`);
  const reader = await tree.reader();
  const treeLimits = { maxDepth: target.limits.maxDepth, maxTextLength: target.limits.maxCellLength };
  const readTree = ({ path, encoding }: TreeFile, handler: TreeHandler): void =>
    reader(
      { text: () => (encoding === undefined ? [] : fileText(path, encoding)), bytes: () => filePieces(path) },
      handler,
      treeLimits,
    );
  const recordPath =
    options.texts('recordPath') ??
    (typeof tree.recordPath === 'string' ? guessedPath(tree.recordPath, files[0], readTree, options) : tree.recordPath);
  const builder = new TreeBuilder(recordPath, treeOptions, sources, target);
  for (const file of files) {
    builder.beginFile(file);
    try {
      readTree(file, builder);
    } catch (thrown) {
      throw asImportError(file.name, thrown);
    }
  }
  if (builder.recordCount === 0) throw noRecords(recordPath, builder.pathsSeen);
  return builder.finish();
}

type TreeFile = SourceFile & Partial<TextFile>;

/** The path of the records in the first file, noted among the options. Throws import errors. */
function guessedPath(
  kind: 'json' | 'xml',
  file: TreeFile | undefined,
  readTree: (file: TreeFile, handler: TreeHandler) => void,
  options: ImportOptions,
): readonly string[] {
  if (file === undefined) return [];
  try {
    const path = guessRecordPath(kind, (handler) => {
      readTree(file, handler);
    });
    options.note('recordPath', path);
    return path;
  } catch (thrown) {
    throw asImportError(file.name, thrown);
  }
}

interface TreeOptions {
  readonly trimStrings: boolean;
  readonly storeEmptyStrings: boolean;
  readonly guessCellValueTypes: boolean;
  /** Records kept of each file; 0 or less for all. */
  readonly limit: number;
}

/** Paths remembered for the message when nothing matched. */
const MAX_PATHS_SEEN = 8;

class TreeBuilder implements TreeHandler {
  recordCount = 0;
  readonly pathsSeen = new Set<string>();
  readonly #recordPath: readonly string[];
  readonly #options: TreeOptions;
  readonly #target: ImportTarget;
  readonly #columns: TreeColumns;
  readonly #rows: GridWriter;
  readonly #sources: SourceColumns;
  #sourceCells: readonly (Cell | null)[] = [];
  #rowCount = 0;
  #cellCount = 0;
  #recordsOfFile = 0;
  /** Open entities, and how many of the outermost ones match the path. */
  #depth = 0;
  #matched = 0;
  readonly #names: string[] = [];
  /** Groups of the open record, outermost first; empty outside of records. */
  #groups: TreeGroup[] = [];
  #record: RecordRows = [];

  constructor(recordPath: readonly string[], options: TreeOptions, sources: SourceColumns, target: ImportTarget) {
    this.#recordPath = recordPath;
    this.#options = options;
    this.#sources = sources;
    this.#target = target;
    this.#rows = new GridWriter(target.chunks);
    const leading = [...(sources.archive ? ['Archive'] : []), ...(sources.file ? ['File'] : [])];
    this.#columns = new TreeColumns(
      leading.map((name, cellIndex): Column => ({ cellIndex, originalName: name, name })),
      () => this.#refuseTooManyColumns(),
    );
  }

  get isDone(): boolean {
    return this.#options.limit > 0 && this.#recordsOfFile >= this.#options.limit;
  }

  beginFile({ name, archiveName }: SourceFile): void {
    this.#depth = 0;
    this.#matched = 0;
    this.#recordsOfFile = 0;
    this.#names.length = 0;
    this.#groups = [];
    this.#sourceCells = [
      ...(this.#sources.archive ? [archiveName === undefined ? null : { value: archiveName, recon: null }] : []),
      ...(this.#sources.file ? [{ value: name, recon: null }] : []),
    ];
  }

  beginEntity(name: string, localName: string): void {
    this.#depth += 1;
    const outer = this.#groups.at(-1);
    if (outer !== undefined) {
      this.#groups.push(this.#columns.enter(outer, name));
      return;
    }
    this.#names.push(name);
    if (this.pathsSeen.size < MAX_PATHS_SEEN) this.pathsSeen.add(JSON.stringify(this.#names));
    if (this.#matched !== this.#depth - 1 || !this.#isAt(this.#depth - 1, name, localName)) return;
    this.#matched = this.#depth;
    if (this.#depth === this.#recordPath.length && !this.isDone) {
      this.#beginRecord();
      this.#groups.push(this.#columns.enter(this.#columns.root, name));
    }
  }

  endEntity(): void {
    const group = this.#groups.pop();
    if (group !== undefined) {
      this.#columns.leave(group);
      if (this.#groups.length === 0) this.#endRecord();
    }
    if (this.#groups.length === 0 && this.#names.length === this.#depth) this.#names.pop();
    this.#depth -= 1;
    this.#matched = Math.min(this.#matched, this.#depth);
  }

  field(name: string, value: TreeScalar, localName: string): void {
    const group = this.#groups.at(-1);
    if (group !== undefined) {
      this.#add(group, name, value);
      return;
    }
    // A path may end at a scalar, which then is a record of one cell.
    if (
      this.#matched === this.#depth &&
      this.#depth === this.#recordPath.length - 1 &&
      this.#isAt(this.#depth, name, localName) &&
      !this.isDone
    ) {
      this.#beginRecord();
      this.#add(this.#columns.root, name, value);
      this.#endRecord();
    }
  }

  finish(): Grid {
    return this.#rows.finish(this.#columns.model());
  }

  #isAt(depth: number, name: string, localName: string): boolean {
    const part = this.#recordPath[depth];
    return part === name || part === localName;
  }

  #beginRecord(): void {
    this.#columns.beginRecord();
    this.#record = [];
  }

  #endRecord(): void {
    if (this.#record.length === 0) return;
    this.recordCount += 1;
    this.#recordsOfFile += 1;
    for (const cells of this.#record) {
      this.#sourceCells.forEach((cell, index) => (cells[index] = cell));
      for (let index = 0; index < cells.length; index += 1) cells[index] ??= null;
      this.#rows.append(cells);
      this.#rowCount += 1;
      if (this.#rowCount % 4096 === 0) this.#target.progress(this.#rowCount);
      refuseTooMany(this.#rowCount, this.#cellCount, this.#target);
    }
  }

  #add(group: TreeGroup, name: string, scalar: TreeScalar): void {
    const value = this.#valueOf(scalar);
    if (value === '' && !this.#options.storeEmptyStrings) return;
    this.#cellCount += 1;
    this.#columns.addCell(group, name, value, this.#record);
  }

  #valueOf(scalar: TreeScalar): CellValue {
    // A number too long for a whole one keeps all its digits as text.
    if (typeof scalar === 'bigint') return isWhole(scalar) ? scalar : String(scalar);
    if (typeof scalar !== 'string') return scalar;
    const text = this.#options.trimStrings ? scalar.trim() : scalar;
    return this.#options.guessCellValueTypes ? guessCellValue(text) : text;
  }

  #refuseTooManyColumns(): void {
    const { maxColumns } = this.#target.limits;
    if (this.#columns.columnCount < maxColumns) return;
    throw tooLarge(
      sentence('The records have more than {n} columns.', { n: maxColumns }),
      'Choose a recordPath that leads further down, or check whether names of elements hold data.',
      maxColumns,
    );
  }
}

function noRecords(recordPath: readonly string[], seen: ReadonlySet<string>): SameasError {
  const sayable = [...seen].join(', ');
  return new SameasError(
    'import-empty',
    `No element of the file lies at the recordPath ${JSON.stringify(recordPath)}, or none there holds anything.`,
    {
      advice:
        sayable === ''
          ? 'Check that the file holds data.'
          : `Paths that there are: ${sayable}. What has no name in JSON is called "${NAMELESS}".`,
    },
  );
}

/*
 * The columns that grow while a tree is read. Each entity below the record has a group of columns: its fields, and groups for the entities within it.
 */

interface TreeColumn {
  readonly cellIndex: number;
  readonly name: string;
  /** Row of the present record that the next value goes to. */
  nextRow: number;
  cellCount: number;
}

interface TreeGroup {
  /** The path below the record, joined with ` - `; empty above the record. */
  readonly name: string;
  readonly columns: Map<string, TreeColumn>;
  readonly groups: Map<string, TreeGroup>;
  nextRow: number;
}

const JOINT = ' - ';

function newGroup(name: string): TreeGroup {
  return { name, columns: new Map(), groups: new Map(), nextRow: 0 };
}

/** The cells of one record, row by row, at their cell indexes. */
type RecordRows = (Cell | null)[][];

/** Columns of a tree, and the cells of the open record. */
class TreeColumns {
  readonly root = newGroup('');
  #nextCellIndex: number;
  readonly #addColumn: () => void;
  readonly #leading: readonly Column[];

  /** `leading` are columns before those of the tree; `addColumn` is called for each new one and may refuse it. */
  constructor(leading: readonly Column[], addColumn: () => void) {
    this.#leading = leading;
    this.#nextCellIndex = leading.length;
    this.#addColumn = addColumn;
  }

  get columnCount(): number {
    return this.#nextCellIndex;
  }

  /** The group of an entity in another; it begins on the row that the outer one has reached. */
  enter(outer: TreeGroup, entity: string): TreeGroup {
    let group = outer.groups.get(entity);
    if (group === undefined) {
      group = newGroup(joined(outer.name, entity));
      outer.groups.set(entity, group);
    }
    group.nextRow = Math.max(group.nextRow, outer.nextRow);
    return group;
  }

  /** The entity is over: the next one of its kind begins on a row below it. */
  leave(group: TreeGroup): void {
    for (const { nextRow } of group.columns.values()) group.nextRow = Math.max(group.nextRow, nextRow);
    for (const { nextRow } of group.groups.values()) group.nextRow = Math.max(group.nextRow, nextRow);
  }

  addCell(group: TreeGroup, field: string, value: CellValue, rows: RecordRows): void {
    let column = group.columns.get(field);
    if (column === undefined) {
      this.#addColumn();
      column = { cellIndex: this.#nextCellIndex, name: joined(group.name, field), nextRow: 0, cellCount: 0 };
      this.#nextCellIndex += 1;
      group.columns.set(field, column);
    }
    const row = Math.max(group.nextRow, column.nextRow);
    while (rows.length <= row) rows.push([]);
    const cells = rows[row];
    if (cells !== undefined) cells[column.cellIndex] = { value, recon: null };
    column.nextRow = row + 1;
    column.cellCount += 1;
  }

  /** Before each record. */
  beginRecord(group: TreeGroup = this.root): void {
    group.nextRow = 0;
    for (const column of group.columns.values()) column.nextRow = 0;
    for (const inner of group.groups.values()) this.beginRecord(inner);
  }

  /** Within a group the fullest columns come first, then the groups within it, the fullest first; among equals the earlier one. */
  model(): ColumnModel {
    const columns: Column[] = [...this.#leading];
    const columnGroups: ColumnGroup[] = [];
    const taken = new Set(columns.map(({ name }) => name));
    const total = this.#nextCellIndex;
    const arrange = (group: TreeGroup): void => {
      const startColumnIndex = columns.length;
      for (const { cellIndex, name: ownName } of [...group.columns.values()].sort(
        (one, other) => other.cellCount - one.cellCount,
      )) {
        const name = unduplicatedName(taken, ownName);
        taken.add(name);
        columns.push({ cellIndex, originalName: name, name });
      }
      for (const inner of [...group.groups.values()].sort((one, other) => fullness(other) - fullness(one)))
        arrange(inner);
      const columnSpan = columns.length - startColumnIndex;
      if (columnSpan > 1 && columnSpan < total)
        columnGroups.push({ startColumnIndex, columnSpan, keyColumnIndex: startColumnIndex });
    };
    arrange(this.root);
    return { columns, columnGroups: withoutRepeated(columnGroups), nextCellIndex: total };
  }
}

/** Cells of the fullest column in a group and those within it. */
function fullness(group: TreeGroup): number {
  let most = 0;
  for (const { cellCount } of group.columns.values()) most = Math.max(most, cellCount);
  for (const inner of group.groups.values()) most = Math.max(most, fullness(inner));
  return most;
}

/** A group that only holds one other group spans the same columns. */
function withoutRepeated(groups: readonly ColumnGroup[]): readonly ColumnGroup[] {
  const seen = new Set<string>();
  return groups.filter(({ startColumnIndex, columnSpan }) => {
    const key = `${startColumnIndex} ${columnSpan}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function joined(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  return `${outer}${JOINT}${inner}`;
}

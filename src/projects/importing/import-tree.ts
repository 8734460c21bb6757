import { FILE_FORMATS, type FormatId } from '../../formats/file-formats.js';
import { filePieces, fileText } from '../../formats/text-file.js';
import { NAMELESS, type TreeHandler, type TreeScalar } from '../../formats/tree-events.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { CellValue } from '../grid/cell-value.js';
import type { Cell } from '../grid/cell.js';
import type { Column } from '../grid/column-model.js';
import type { Grid } from '../grid/grid.js';
import { GridWriter } from '../grid/grid-writer.js';
import { guessCellValue } from '../grid/guess-cell-value.js';
import { isWhole } from '../grid/whole-number.js';
import { guessRecordPath } from '../../formats/guess-record-path.js';
import { asImportError, tooLarge } from './import-errors.js';
import { always, type ImportOptions } from './import-options.js';
import type { ImportTarget, SourceFile } from './import-request.js';
import type { TextFile } from './import-separated.js';
import { refuseTooMany, type SourceColumns } from './table-builder.js';
import { TreeColumns, type RecordRows, type TreeGroup } from './tree-columns.js';

/** JSON, JSON lines, XML or MARC: entities at `recordPath` become records of one or more rows. Throws import errors. */
export async function importTree(
  format: FormatId,
  files: readonly (SourceFile & Partial<TextFile>)[],
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
  const readTree = ({ path, encoding }: (typeof files)[number], handler: TreeHandler): void =>
    reader(
      { text: () => (encoding === undefined ? [] : fileText(path, encoding)), bytes: () => filePieces(path) },
      handler,
      treeLimits,
    );
  const recordPath =
    options.texts('recordPath') ?? (typeof tree.recordPath === 'string' ? guessed(tree.recordPath) : tree.recordPath);
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

  function guessed(kind: 'json' | 'xml'): readonly string[] {
    const first = files[0];
    if (first === undefined) return [];
    try {
      const path = guessRecordPath(kind, (handler) => readTree(first, handler));
      options.note('recordPath', path);
      return path;
    } catch (thrown) {
      throw asImportError(first.name, thrown);
    }
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

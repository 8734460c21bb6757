import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import { cellText, isBlank, type CellValue, type Cell, guessCellValue, cellOf } from '../grid/cell-value.js';
import { cellsOfRow } from '../grid/change-rows.js';
import { GridWriter } from '../grid/grid-writer.js';
import { readGroups, gridOf, readRows, type Grid, type Row, type RowGroup } from '../grid/grid.js';
import {
  type OperationDefinition,
  defineOperation,
  columnMembers,
  failedOperation,
  invalidOperation,
  refuseTooManyColumns,
  requireColumn,
} from './operation.js';
import { requireRows } from '../browsing/select-rows.js';
import { insertColumns, numberedNames, removeColumn } from '../grid/column-model.js';
import { encodeChunk } from '../grid/chunk-format.js';
import type { ChunkHandle } from '../grid/cell-chunk.js';
import type { FacetContext } from '../browsing/facets/facet.js';

/*
 * Cells with several values in one text, and records with one value in each row: from either to the other. Both work on every row, whatever
 * facets are set, and are bounded by the rows of the key column, not by the record model.
 */

const columns = {
  columnName: z.string({ error: 'Missing column name' }),
  keyColumnName: z.string({ error: 'Missing key column name' }),
};

/** Members of operations that split a text. */
const splitMembers = {
  mode: z.enum(['separator', 'lengths', 'plain', 'regex']).default('separator'),
  separator: z.string().nullish(),
  regex: z.boolean().nullish(),
  fieldLengths: z.array(z.number().int().nonnegative()).nullish(),
};

interface RowDraft {
  readonly cells: (Cell | null)[];
  readonly starred: boolean;
  readonly flagged: boolean;
}

const multivaluedCellSplit = defineOperation({
  id: 'core/multivalued-cell-split',
  does: 'Cuts cells that hold several values into rows of one record. Works on every row.',
  schema: z.object({ ...columns, ...splitMembers }),
  check: checkSplit,
  columns: ({ columnName, keyColumnName }) => ({ needs: [columnName, keyColumnName], creates: [], removes: [] }),
  plan: (members, context) => {
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, members.columnName);
    const key = keyCellIndex(grid, members.keyColumnName);
    const split = createSplitter(members, 0, context);
    const rows = new GridWriter(context.writer);
    /** Pieces that wait for a row whose cell is blank, with their row. */
    let waiting: readonly string[] = [];
    const flush = (): void => {
      for (const piece of waiting) rows.append(cellsWith([], cellIndex, piece));
      waiting = [];
    };
    for (const row of readRows(grid, context.progress)) {
      const cells = cellsOfRow(grid.model, row);
      const isFree = isBlankText(row.value(cellIndex)) && isBlankText(row.value(key));
      if (waiting.length > 0 && isFree) {
        const [piece = '', ...rest] = waiting;
        waiting = rest;
        rows.append(cellsWith(cells, cellIndex, piece), row);
        continue;
      }
      flush();
      const value = row.value(cellIndex);
      const pieces = isBlankText(value) ? [] : split(cellText(value));
      if (pieces.length < 2) {
        rows.append(cells, row);
        continue;
      }
      const [first = '', ...rest] = pieces;
      rows.append(cellsWith(cells, cellIndex, first), row);
      waiting = rest;
    }
    flush();
    return {
      grid: rows.finish(grid.model),
      description: sentence('Split multi-valued cells in column {column}', { column: members.columnName }),
    };
  },
});

const multivaluedCellJoin = defineOperation({
  id: 'core/multivalued-cell-join',
  does: 'Joins the values of a record into the cell of its first row. Works on every row.',
  schema: z.object({ ...columns, separator: z.string({ error: 'Missing separator' }) }),
  columns: ({ columnName, keyColumnName }) => ({ needs: [columnName, keyColumnName], creates: [], removes: [] }),
  plan: ({ columnName, keyColumnName, separator }, context) => {
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, columnName);
    const key = keyCellIndex(grid, keyColumnName);
    const rows = new GridWriter(context.writer);
    let open: RowDraft[] = [];
    const flush = (): void => {
      joinRecord(open, cellIndex, separator).forEach((draft) => {
        rows.append(draft.cells, draft);
      });
      open = [];
    };
    for (const row of readRows(grid, context.progress)) {
      // Rows before the first key stand alone.
      if (open.length > 0 && (!isBlankText(row.value(key)) || isBlankText(open[0]?.cells[key]?.value ?? null))) flush();
      open.push(draftOf(grid, row));
    }
    flush();
    return {
      grid: rows.finish(grid.model),
      description: sentence('Join multi-valued cells in column {column}', { column: columnName }),
    };
  },
});

/** The rows of one record with the values of the column joined in the first; empty rows are removed. */
function joinRecord(drafts: readonly RowDraft[], cellIndex: number, separator: string): readonly RowDraft[] {
  const [first, ...others] = drafts;
  if (first === undefined || others.length === 0) return drafts;
  const values = drafts.flatMap(({ cells }) => {
    const value = cells[cellIndex]?.value ?? null;
    return isBlank(value) ? [] : [cellText(value)];
  });
  // Without any value the text is empty, and not absent: recipes may read it.
  first.cells[cellIndex] = { value: values.join(separator), recon: null };
  for (const { cells } of others) cells[cellIndex] = null;
  return [
    first,
    ...others.filter(({ cells }) =>
      cells.some((cell) => cell !== undefined && cell !== null && !isBlankText(cell.value)),
    ),
  ];
}

function draftOf(grid: Grid, row: Row): RowDraft {
  return { cells: cellsOfRow(grid.model, row), starred: row.starred, flagged: row.flagged };
}

function cellsWith(cells: readonly (Cell | null)[], cellIndex: number, text: string): (Cell | null)[] {
  const changed = [...cells];
  while (changed.length <= cellIndex) changed.push(null);
  changed[cellIndex] = { value: text, recon: null };
  return changed;
}

function keyCellIndex(grid: Grid, name: string): number {
  const column = grid.model.columns.find((one) => one.name === name);
  if (column === undefined) throw failedOperation(`No key column named ${name}`);
  return column.cellIndex;
}

/** Null, or nothing but blanks, tabs and line breaks (not U+00A0 and its like): in these operations such a cell counts as blank. */
function isBlankText(value: CellValue): boolean {
  return value === null || (typeof value === 'string' && [...value].every((character) => character <= ' '));
}

const schema = z.object({
  ...columnMembers,
  guessCellType: z.boolean().default(false),
  removeOriginalColumn: z.boolean().default(false),
  ...splitMembers,
  maxColumns: z.number().int().nullish(),
});

/** One column into several, `name 1`, `name 2` …, without names that are taken. */
export const columnSplit = defineOperation({
  id: 'core/column-split',
  does: 'Cuts the texts of a column into several columns.',
  schema,
  check: checkSplit,
  // The number of columns depends on the cells.
  columns: () => undefined,
  plan: (members, context) => {
    const { columnName } = members;
    const { grid } = context.bound;
    const column = requireColumn(grid, columnName);
    const selection = requireRows(members.engineConfig, context);
    const split = createSplitter(members, members.maxColumns ?? 0, context);
    const toValue = members.guessCellType ? guessCellValue : (piece: string): CellValue => piece;
    let splitCells = 0;
    const groups: RowGroup[] = [];
    let columnCount = 0;
    for (const reader of readGroups(grid)) {
      const chunk = reader.chunk(column.cellIndex);
      const texts = Array.from({ length: reader.group.rowCount }, (_, position) => {
        const value = chunk.value(position);
        return selection.has(reader.firstRow + position) && !isBlank(value) ? cellText(value) : undefined;
      });
      const columns = piecesInColumns(texts, split, toValue);
      splitCells += texts.filter((text) => text !== undefined).length;
      columnCount = Math.max(columnCount, columns.length);
      // Written at once, before the number of columns is known: their cells are numbered in order in any case.
      const chunks = new Map<number, ChunkHandle>(reader.group.chunks);
      columns.forEach((cells, place) =>
        chunks.set(grid.model.nextCellIndex + place, context.writer.write(encodeChunk(cells))),
      );
      groups.push({ ...reader.group, chunks });
      context.progress();
    }
    const added = numberedNames(grid.model.columns, columnName, columnCount).map((name, place) => ({
      cellIndex: grid.model.nextCellIndex + place,
      originalName: name,
      name,
    }));
    const position = grid.model.columns.indexOf(column);
    const widened = insertColumns(grid.model, position + 1, added);
    return {
      grid: gridOf(members.removeOriginalColumn ? removeColumn(widened, position) : widened, groups),
      description: describeSplit(members.mode, { n: splitCells, column: columnName }),
    };
  },
});

function describeSplit(mode: SplitConfig['mode'], cells: { readonly n: number; readonly column: string }): Sentence {
  return mode === 'lengths'
    ? sentence('Split {n} cell(s) in column {column} into several columns by field lengths', cells)
    : sentence('Split {n} cell(s) in column {column} into several columns by separator', cells);
}

/** The pieces of each text, the first ones as cells of the first new column; throws `operation-failed` for too many. */
function piecesInColumns(
  texts: readonly (string | undefined)[],
  split: (text: string) => readonly string[],
  valueOf: (piece: string) => CellValue,
): readonly (readonly (Cell | null)[])[] {
  const columns: (Cell | null)[][] = [];
  texts.forEach((text, position) => {
    if (text === undefined) return;
    const pieces = split(text);
    refuseTooManyColumns(pieces.length);
    pieces.forEach((piece, place) => {
      const cells = (columns[place] ??= new Array<Cell | null>(texts.length).fill(null));
      cells[position] = cellOf(valueOf(piece));
    });
  });
  return columns;
}

interface SplitConfig {
  readonly mode: 'separator' | 'lengths' | 'plain' | 'regex';
  readonly separator?: string | null | undefined;
  readonly regex?: boolean | null | undefined;
  readonly fieldLengths?: readonly number[] | null | undefined;
}

/** Throws `operation-invalid` for an incomplete splitting. */
function checkSplit({ mode, separator, fieldLengths }: SplitConfig): void {
  if (mode === 'lengths') {
    if (fieldLengths == null) throw invalidOperation('Missing field lengths');
    return;
  }
  if (separator == null) throw invalidOperation('Missing separator');
}

/**
 * Splits a text. A text separator (at every white space when it is empty) keeps every piece, and with `maxPieces` above
 * 0 the last takes the rest; a regular expression drops empty pieces at the end unless there is a limit; lengths give
 * pieces of those lengths and drop the rest.
 */
function createSplitter(
  config: SplitConfig,
  maxPieces: number,
  context: FacetContext,
): (text: string) => readonly string[] {
  const { mode, separator, fieldLengths } = config;
  if (mode === 'lengths') return (text) => piecesByLength(text, fieldLengths ?? []);
  const cut = separator ?? '';
  if (mode === 'regex' || (mode === 'separator' && config.regex === true))
    return regexSplitter(cut, maxPieces, context);
  return (text) => piecesBySeparator(text, cut, maxPieces);
}

function regexSplitter(pattern: string, maxPieces: number, context: FacetContext): (text: string) => readonly string[] {
  try {
    return context.splitRegex(pattern, maxPieces);
  } catch (thrown) {
    throw failedOperation(
      `The separator "${pattern}" cannot be read as a regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}

function piecesByLength(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

function piecesBySeparator(text: string, separator: string, maxPieces: number): readonly string[] {
  if (separator === '') return piecesAtWhiteSpace(text, maxPieces);
  const pieces = text.split(separator);
  if (maxPieces <= 0 || pieces.length <= maxPieces) return pieces;
  return [...pieces.slice(0, maxPieces - 1), pieces.slice(maxPieces - 1).join(separator)];
}

/** All white space but no-break spaces (U+00A0 and its like). */
const WHITE_SPACE = /[^\S\u00a0\u2007\u202f\ufeff]/g;

function piecesAtWhiteSpace(text: string, maxPieces: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const { index } of text.matchAll(WHITE_SPACE)) {
    if (pieces.length + 1 === maxPieces) break;
    pieces.push(text.slice(start, index));
    start = index + 1;
  }
  return [...pieces, text.slice(start)];
}

/** Operations on cells with several values. */
export const MULTIVALUED_OPERATIONS: readonly OperationDefinition[] = [multivaluedCellSplit, multivaluedCellJoin];

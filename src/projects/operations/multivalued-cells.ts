import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { cellText, isBlank, type CellValue, type Cell } from '../grid/cell-value.js';
import { cellsOfRow } from '../grid/change-rows.js';
import { GridWriter } from '../grid/grid-writer.js';
import { readRows, type Grid, type Row } from '../grid/grid.js';
import { defineOperation, failedOperation, requireColumn } from './operation.js';
import { checkSplit, createSplitter, splitMembers } from './split-text.js';

/*
 * Cells with several values in one text, and records with one value in each row: from either to the other. Both work on every row, whatever
 * facets are set, and are bounded by the rows of the key column, not by the record model.
 */

const columns = {
  columnName: z.string({ error: 'Missing column name' }),
  keyColumnName: z.string({ error: 'Missing key column name' }),
};

interface RowDraft {
  readonly cells: (Cell | null)[];
  readonly starred: boolean;
  readonly flagged: boolean;
}

export const multivaluedCellSplit = defineOperation({
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
    for (const row of readRows(grid)) {
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
      if (row.index % 4096 === 0) context.progress();
    }
    flush();
    return {
      grid: rows.finish(grid.model),
      description: sentence('Split multi-valued cells in column {column}', { column: members.columnName }),
    };
  },
});

export const multivaluedCellJoin = defineOperation({
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
    for (const row of readRows(grid)) {
      // Rows before the first key stand alone.
      if (open.length > 0 && (!isBlankText(row.value(key)) || isBlankText(open[0]?.cells[key]?.value ?? null))) flush();
      open.push(draftOf(grid, row));
      if (row.index % 4096 === 0) context.progress();
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

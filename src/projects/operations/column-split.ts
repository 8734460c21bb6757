import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { requireRows } from '../browsing/select-rows.js';
import { cellText, isBlank, cellOf, type Cell, guessCellValue } from '../grid/cell-value.js';
import { encodeChunk } from '../grid/chunk-format.js';
import { insertColumns, removeColumn } from '../grid/change-columns.js';
import type { ChunkHandle } from '../grid/chunk-store.js';
import type { Column } from '../grid/column-model.js';
import { gridOf, readGroups, type RowGroup } from '../grid/grid.js';
import { defineOperation, engineConfigMember, refuseTooManyColumns, requireColumn } from './operation.js';
import { checkSplit, createSplitter, splitMembers } from './split-text.js';

const schema = z.object({
  engineConfig: engineConfigMember,
  columnName: z.string({ error: 'Missing column name' }),
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
    const { engineConfig, columnName, guessCellType, removeOriginalColumn, maxColumns } = members;
    const { grid } = context.bound;
    const column = requireColumn(grid, columnName);
    const selection = requireRows(engineConfig, context);
    const split = createSplitter(members, maxColumns ?? 0, context);
    let splitCells = 0;
    const groups: RowGroup[] = [];
    let columnCount = 0;
    for (const reader of readGroups(grid)) {
      const chunk = reader.chunk(column.cellIndex);
      const columns: (Cell | null)[][] = [];
      for (let position = 0; position < reader.group.rowCount; position += 1) {
        const value = chunk.value(position);
        if (!selection.has(reader.firstRow + position) || isBlank(value)) continue;
        const pieces = split(cellText(value));
        splitCells += 1;
        refuseTooManyColumns(pieces.length);
        pieces.forEach((piece, place) => {
          const cells = (columns[place] ??= new Array<Cell | null>(reader.group.rowCount).fill(null));
          cells[position] = cellOf(guessCellType ? guessCellValue(piece) : piece);
        });
      }
      columnCount = Math.max(columnCount, columns.length);
      // Written at once, before the number of columns is known: their cells are numbered in order in any case.
      const chunks = new Map<number, ChunkHandle>(reader.group.chunks);
      columns.forEach((cells, place) =>
        chunks.set(grid.model.nextCellIndex + place, context.writer.write(encodeChunk(cells))),
      );
      groups.push({ ...reader.group, chunks });
      context.progress();
    }
    const added = newColumns(columnName, columnCount, grid.model.columns, grid.model.nextCellIndex);
    const position = grid.model.columns.indexOf(column);
    const widened = insertColumns(grid.model, position + 1, added);
    const counted = { n: splitCells, column: columnName };
    return {
      grid: gridOf(removeOriginalColumn ? removeColumn(widened, position) : widened, groups),
      description:
        members.mode === 'lengths'
          ? sentence('Split {n} cell(s) in column {column} into several columns by field lengths', counted)
          : sentence('Split {n} cell(s) in column {column} into several columns by separator', counted),
    };
  },
});

function newColumns(name: string, count: number, present: readonly Column[], nextCellIndex: number): readonly Column[] {
  const taken = new Set(present.map((column) => column.name));
  const columns: Column[] = [];
  for (let number = 1; columns.length < count; number += 1) {
    const newName = `${name} ${number}`;
    if (!taken.has(newName))
      columns.push({ cellIndex: nextCellIndex + columns.length, originalName: newName, name: newName });
  }
  return columns;
}

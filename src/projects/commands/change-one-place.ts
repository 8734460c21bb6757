import { SameasError } from '../../foundation/sameas-error.js';
import { cellJson } from '../browsing/rows-page.js';
import { guessCellValue } from '../grid/guess-cell-value.js';
import { DateValue, type CellValue } from '../grid/cell-value.js';
import type { Cell } from '../grid/cell.js';
import { markRows } from '../grid/change-rows.js';
import type { ChunkWriter } from '../grid/chunk-store.js';
import type { Column } from '../grid/column-model.js';
import { GroupReader, type Grid } from '../grid/grid.js';
import { withColumn } from '../grid/grid-writer.js';
import { ok, type CommandHandler } from './command-call.js';
import type { CommandParameters } from './command-parameters.js';
import { historyEntryJson } from './history-commands.js';
import { requestedProject } from './project-context.js';

/** `annotate-one-row`: a star or a flag for one row. Cannot be replayed, so it is no operation of a recipe. */
export const annotateOneRow: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const rowIndex = requestedRow(parameters, grid);
  const mark = parameters.has('starred') ? 'starred' : 'flagged';
  const willBe = parameters.flag(mark);
  const change = tools.store.beginChange(project);
  const marked = markRows(grid, mark, (index, isNow) => (index === rowIndex ? willBe : isNow));
  const verb = mark === 'starred' ? (willBe ? 'Star' : 'Unstar') : willBe ? 'Flag' : 'Unflag';
  const { entry } = change.commit(marked.grid, { description: `${verb} row ${rowIndex + 1}`, operationId: null });
  return ok({ historyEntry: historyEntryJson(entry) });
};

/** `edit-one-cell`: a value for one cell; its recon stays. */
export const editOneCell: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const rowIndex = requestedRow(parameters, grid);
  const cellIndex = parameters.integer('cell');
  const column = grid.model.columns.find((one) => one.cellIndex === cellIndex);
  if (column === undefined)
    throw new SameasError('row-unknown', `No column has the cell index ${parameters.text('cell') ?? '(none)'}.`, {
      facts: { parameter: 'cell' },
    });
  const value = requestedValue(parameters);
  const change = tools.store.beginChange(project);
  let cell: Cell | null = null;
  const changed = withCell(
    grid,
    column,
    rowIndex,
    change.writer,
    (old) => (cell = value === null && (old?.recon ?? null) === null ? null : { value, recon: old?.recon ?? null }),
  );
  const { entry } = change.commit(changed, {
    description: `Edit single cell on row ${rowIndex + 1}, column ${column.name}`,
    operationId: null,
  });
  const recons = new Map<string, unknown>();
  return ok({
    historyEntry: historyEntryJson(entry),
    cell: cellJson(cell, recons),
    pool: { recons: Object.fromEntries(recons) },
  });
};

function requestedRow(parameters: CommandParameters, grid: Grid): number {
  const row = parameters.integer('row');
  if (row === undefined || row < 0 || row >= grid.rowCount) {
    throw new SameasError('row-unknown', `The project has no row ${parameters.text('row') ?? '(none)'}.`, {
      advice: `Rows count from 0 to ${grid.rowCount - 1}.`,
      facts: { parameter: 'row' },
    });
  }
  return row;
}

function requestedValue(parameters: CommandParameters): CellValue {
  const text = parameters.text('value') ?? '';
  const type = parameters.text('type') ?? 'string';
  const invalid = (): SameasError =>
    new SameasError('parameter-invalid', `"${text}" is not a value of the type ${type}.`, {
      facts: { parameter: 'value' },
    });
  switch (type) {
    case 'number': {
      const number = guessCellValue(text);
      if (typeof number === 'string') throw invalid();
      return number;
    }
    case 'boolean':
      return text.trim().toLowerCase() === 'true';
    case 'date': {
      const epochMs = Date.parse(text);
      if (Number.isNaN(epochMs)) throw invalid();
      return new DateValue(epochMs);
    }
    default:
      return text;
  }
}

/** The grid with another cell at one place; only the chunk of that place is written anew. */
function withCell(
  grid: Grid,
  column: Column,
  rowIndex: number,
  writer: ChunkWriter,
  change: (old: Cell | null) => Cell | null,
): Grid {
  return withColumn(grid, grid.model, column.cellIndex, writer, (group, firstRow) => {
    if (rowIndex < firstRow || rowIndex >= firstRow + group.rowCount) return 'unchanged';
    const chunk = new GroupReader(group, firstRow).chunk(column.cellIndex);
    return Array.from({ length: group.rowCount }, (_, position) =>
      firstRow + position === rowIndex ? change(chunk.cell(position)) : chunk.cell(position),
    );
  });
}

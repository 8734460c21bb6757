import { SameasError } from '../../foundation/sameas-error.js';
import { untranslated, type Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { cellJson } from '../browsing/rows-page.js';
import { type CellValue, cellText, DateValue, isBlank, type Cell, guessCellValue } from '../grid/cell-value.js';
import { markRows } from '../grid/change-rows.js';
import type { ChunkWriter } from '../grid/cell-chunk.js';
import type { Column } from '../grid/column-model.js';
import { withColumn } from '../grid/grid-writer.js';
import { type Grid, GroupReader } from '../grid/grid.js';
import type { Recon, ReconCandidate } from '../grid/recon.js';
import { matchedTo, newRecon, sourceOf, withReconStats, type ReconSource } from '../operations/recon/change-recons.js';
import { type CommandCall, type CommandHandler, ok, requestedProject } from './command-call.js';
import type { CommandParameters } from './command-parameters.js';
import { historyEntryJson } from './recipe-commands.js';

/* Changes of one cell by a person in the grid. They cannot be replayed, so they are no operations of a recipe. */

/** `edit-one-cell`: a value for one cell; its recon stays. */
const editOneCell: CommandHandler = (call) => {
  const value = requestedValue(call.parameters);
  return changeCell(call, ({ column, rowIndex, old }) => ({
    cell: value === null && (old?.recon ?? null) === null ? null : { value, recon: old?.recon ?? null },
    description: sentence('Edit single cell on row {n}, column {column}', { n: rowIndex + 1, column: column.name }),
  }));
};

/** `recon-judge-one-cell`: the entity of one cell, a new one, or neither. */
const judgeOneCell: CommandHandler = (call) => {
  const { parameters } = call;
  const judgment = parameters.text('judgment') ?? 'none';
  if (judgment !== 'none' && judgment !== 'matched' && judgment !== 'new')
    throw new SameasError('parameter-invalid', `"${judgment}" is no judgment.`, {
      advice: 'It is none, matched or new.',
      facts: { parameter: 'judgment' },
    });
  const match = judgment === 'matched' ? requestedEntity(parameters) : undefined;
  return changeCell(call, ({ column, rowIndex, old, entryId }) => {
    const { value, recon } = withValue(old);
    const before = recon ?? newRecon(requestedSource(parameters, column), entryId);
    const judged: Recon =
      match === undefined
        ? {
            ...before,
            id: newRecon(before, entryId).id,
            judgment,
            judgmentAction: 'single',
            judgmentHistoryEntry: entryId,
            match: null,
            matchRank: -1,
          }
        : matchedTo(before, match, entryId, 'single');
    const where = placeOf(column, rowIndex, value);
    return {
      cell: { value, recon: { ...judged, judgmentBatchSize: 1 } },
      description:
        match !== undefined
          ? sentence('Match {name} ({id}) to {Cell}', { name: match.name, id: match.id, Cell: where })
          : judgment === 'new'
            ? sentence('Mark to create new item for {Cell}', { Cell: where })
            : sentence('Discard recon judgment for {Cell}', { Cell: where }),
    };
  });
};

/** The service of the column, with the spaces of the parameters where they name any. */
function requestedSource(parameters: CommandParameters, column: Column): ReconSource {
  const source = sourceOf(column);
  return {
    service: source.service,
    identifierSpace: parameters.text('identifierSpace') ?? source.identifierSpace,
    schemaSpace: parameters.text('schemaSpace') ?? source.schemaSpace,
  };
}

/** `recon-clear-one-cell`: removes candidates and judgment from one cell. */
const clearOneCell: CommandHandler = (call) =>
  changeCell(call, ({ column, rowIndex, old }) => {
    const { value } = withValue(old);
    return {
      cell: { value, recon: null },
      description: sentence('Clear recon data for {Cell}', { Cell: placeOf(column, rowIndex, value) }),
    };
  });

/** A row of the project by its number, from 0. Throws `row-unknown`. */
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

interface CellAtPlace {
  readonly column: Column;
  readonly rowIndex: number;
  readonly old: Cell | null;
  readonly entryId: number;
}

interface ChangedCell {
  readonly cell: Cell | null;
  /** For the history. */
  readonly description: Sentence;
}

/** Changes the cell in the parameters as one entry of the history. Throws `row-unknown` and errors of `change`. */
function changeCell(call: CommandCall, change: (at: CellAtPlace) => ChangedCell): ReturnType<CommandHandler> {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const rowIndex = requestedRow(parameters, grid);
  const column = requestedColumn(parameters, grid);
  const begun = tools.store.beginChange(project);
  let made: ChangedCell | undefined;
  let changed: Grid;
  try {
    changed = withCell(
      grid,
      column,
      rowIndex,
      begun.writer,
      (old) => (made = change({ column, rowIndex, old, entryId: begun.entryId })).cell,
    );
  } catch (thrown) {
    begun.abandon();
    throw thrown;
  }
  const countsRecons = column.reconStats !== undefined || made?.cell?.recon != null;
  const { entry } = begun.commit(countsRecons ? withReconStats(changed, column.cellIndex) : changed, {
    description: made?.description ?? untranslated(''),
    operationId: null,
  });
  const recons = new Map<string, unknown>();
  return ok({
    historyEntry: historyEntryJson(entry),
    cell: cellJson(made?.cell ?? null, recons),
    pool: { recons: Object.fromEntries(recons) },
  });
}

function requestedColumn(parameters: CommandParameters, grid: Grid): Column {
  const cellIndex = parameters.integer('cell');
  const column = grid.model.columns.find((one) => one.cellIndex === cellIndex);
  if (column === undefined)
    throw new SameasError('row-unknown', `No column has the cell index ${parameters.text('cell') ?? '(none)'}.`, {
      facts: { parameter: 'cell' },
    });
  return column;
}

function withValue(cell: Cell | null): Cell {
  if (cell === null || isBlank(cell.value))
    throw new SameasError('parameter-invalid', 'The cell is blank or holds an error: it can mean no entity.', {
      facts: { parameter: 'cell' },
    });
  return cell;
}

function placeOf(column: Column, rowIndex: number, value: CellValue): Sentence {
  return sentence('single cell on row {n}, column {column}, containing "{value}"', {
    n: rowIndex + 1,
    column: column.name,
    value: cellText(value),
  });
}

function requestedEntity(parameters: CommandParameters): ReconCandidate {
  const id = parameters.text('id');
  if (id === undefined)
    throw new SameasError('parameter-missing', 'A match needs the id of the entity ("id").', {
      facts: { parameter: 'id' },
    });
  const score = Number(parameters.text('score') ?? '100');
  return {
    id,
    name: parameters.text('name') ?? '',
    types: (parameters.text('types') ?? '').split(','),
    score: Number.isFinite(score) ? score : 100,
  };
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

/** The grid with another cell at one place; only the chunk of that place is rewritten. */
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

const MARKED: Readonly<Record<'starred' | 'flagged', (willBe: boolean, n: number) => Sentence>> = {
  starred: (willBe, n) => (willBe ? sentence('Star row {n}', { n }) : sentence('Unstar row {n}', { n })),
  flagged: (willBe, n) => (willBe ? sentence('Flag row {n}', { n }) : sentence('Unflag row {n}', { n })),
};

/** `annotate-one-row`: a star or a flag for one row. Cannot be replayed, so it is no operation of a recipe. */
const annotateOneRow: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const rowIndex = requestedRow(parameters, grid);
  const mark = parameters.has('starred') ? 'starred' : 'flagged';
  const willBe = parameters.flag(mark);
  const change = tools.store.beginChange(project);
  const marked = markRows(grid, mark, (index, isNow) => (index === rowIndex ? willBe : isNow));
  const { entry } = change.commit(marked.grid, { description: MARKED[mark](willBe, rowIndex + 1), operationId: null });
  return ok({ historyEntry: historyEntryJson(entry) });
};

/** Commands that change one cell or row. */
export const ONE_CELL_COMMANDS = {
  'annotate-one-row': annotateOneRow,
  'edit-one-cell': editOneCell,
  'recon-judge-one-cell': judgeOneCell,
  'recon-clear-one-cell': clearOneCell,
} satisfies Readonly<Record<string, CommandHandler>>;

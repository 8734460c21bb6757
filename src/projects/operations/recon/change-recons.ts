import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { requireRows } from '../../browsing/select-rows.js';
import type { CellValue, Cell } from '../../grid/cell-value.js';
import { replaceColumn, type Column } from '../../grid/column-model.js';
import { withColumn, cellsOfGroup } from '../../grid/grid-writer.js';
import { readGroups, type Grid } from '../../grid/grid.js';
import type { ReconConfig, ReconStats, Recon, ReconCandidate } from '../../grid/recon.js';
import { requireColumn, type ColumnMembers, type OperationContext } from '../operation.js';

/** A candidate in recipes. */
export const candidateMember = z
  .object({ id: z.string(), name: z.string(), types: z.array(z.string()).nullish(), score: z.number().nullish() })
  .transform(({ id, name, types, score }): ReconCandidate => ({ id, name, types: types ?? [], score: score ?? 100 }));

export interface ReconSource {
  readonly service: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

const MAX_RECON_ID = 2 ** 47;

/** A recon without judgment and candidates, with an id of its own. */
export function newRecon({ service, identifierSpace, schemaSpace }: ReconSource, historyEntryId: number): Recon {
  return {
    id: randomInt(1, MAX_RECON_ID),
    service: service === '' ? 'unknown' : service,
    identifierSpace,
    schemaSpace,
    judgment: 'none',
    judgmentAction: 'unknown',
    judgmentHistoryEntry: historyEntryId,
    judgmentBatchSize: 0,
    match: null,
    matchRank: -1,
    candidates: [],
    features: { typeMatch: null, nameMatch: null, nameLevenshtein: null, nameWordDistance: null },
    error: null,
  };
}

/** The service of the column, as far as its configuration knows. */
export function sourceOf({ reconConfig }: Column): ReconSource {
  return {
    service: reconConfig?.service ?? '',
    identifierSpace: reconConfig?.identifierSpace ?? '',
    schemaSpace: reconConfig?.schemaSpace ?? '',
  };
}

/** The same recon, matched to the candidate. */
export function matchedTo(recon: Recon, match: ReconCandidate, historyEntryId: number, action: string): Recon {
  return {
    ...recon,
    id: randomInt(1, MAX_RECON_ID),
    judgment: 'matched',
    judgmentAction: action,
    judgmentHistoryEntry: historyEntryId,
    judgmentBatchSize: 0,
    match,
    matchRank: recon.candidates.findIndex(({ id }) => id === match.id),
  };
}

/** A cell with a value, and its place, for a judgment. */
interface JudgedCell {
  readonly cell: Cell;
  readonly value: CellValue;
  readonly rowIndex: number;
}

/**
 * The grid with new recon data in one column, for the selected rows whose cell has a value. `judge` returns the new
 * recon, null to remove it, undefined to leave the cell; it should return the same object for cells that share a
 * judgment, and where that has the batch size 0 the number of these cells replaces it. Updates statistics and, if
 * given, the configuration of the column.
 */
export function changeRecons(
  context: OperationContext,
  { columnName, engineConfig, reconConfig }: ColumnMembers & { readonly reconConfig?: ReconConfig | null },
  judge: (judged: JudgedCell) => Recon | null | undefined,
): { readonly grid: Grid; readonly changed: number } {
  const { grid } = context.bound;
  const column = requireColumn(grid, columnName);
  const selection = requireRows(engineConfig, context);
  const judged = new Map<number, Recon | null>();
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(column.cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const rowIndex = reader.firstRow + position;
      if (!selection.has(rowIndex) || chunk.isEmpty(position)) continue;
      const cell = chunk.cell(position);
      const recon = cell === null ? undefined : judge({ cell, value: cell.value, rowIndex });
      if (recon !== undefined) judged.set(rowIndex, recon);
    }
    context.progress();
  }
  const counted = withBatchSizes(judged.values());
  const after = withColumn(grid, grid.model, column.cellIndex, context.writer, (group, firstRow) => {
    let changedHere = 0;
    const cells = cellsOfGroup(group, column.cellIndex).map((cell, position): Cell | null => {
      const recon = judged.get(firstRow + position);
      if (cell === null || recon === undefined) return cell;
      changedHere += 1;
      return { value: cell.value, recon: recon === null ? null : (counted.get(recon) ?? recon) };
    });
    context.progress();
    return changedHere === 0 ? 'unchanged' : cells;
  });
  return { grid: withReconStats(after, column.cellIndex, reconConfig), changed: judged.size };
}

/** Recons of which the batch size is 0, with the number of their cells instead. */
function withBatchSizes(recons: Iterable<Recon | null>): ReadonlyMap<Recon, Recon> {
  const sizes = new Map<Recon, number>();
  for (const recon of recons) if (recon?.judgmentBatchSize === 0) sizes.set(recon, (sizes.get(recon) ?? 0) + 1);
  return new Map([...sizes].map(([recon, judgmentBatchSize]) => [recon, { ...recon, judgmentBatchSize }]));
}

/** The grid with the column's statistics counted anew; `reconConfig` null removes the configuration. */
export function withReconStats(grid: Grid, cellIndex: number, reconConfig?: ReconConfig | null): Grid {
  const column = grid.model.columns.find((one) => one.cellIndex === cellIndex);
  if (column === undefined) return grid;
  const { reconConfig: before, ...bare } = column;
  const config = reconConfig === undefined ? before : (reconConfig ?? undefined);
  return {
    ...grid,
    model: replaceColumn(grid.model, {
      ...bare,
      ...(config === undefined ? {} : { reconConfig: config }),
      reconStats: reconStatsOf(grid, cellIndex),
    }),
  };
}

function reconStatsOf(grid: Grid, cellIndex: number): ReconStats {
  let nonBlanks = 0;
  let newTopics = 0;
  let matchedTopics = 0;
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      if (chunk.isEmpty(position)) continue;
      nonBlanks += 1;
      const judgment = chunk.cell(position)?.recon?.judgment;
      if (judgment === 'new') newTopics += 1;
      else if (judgment === 'matched') matchedTopics += 1;
    }
  }
  return { nonBlanks, newTopics, matchedTopics };
}

import type { Cell } from '../grid/cell-value.js';
import type { RowGroup } from '../grid/grid.js';

/** The cells of one column in a group, as a mutable list. */
export function cellsOfGroup(group: RowGroup, cellIndex: number): (Cell | null)[] {
  const chunk = group.chunks.get(cellIndex)?.load();
  return Array.from({ length: group.rowCount }, (_, position) => chunk?.cell(position) ?? null);
}

/** The cell with another value; without a value and without recon there is no cell. */
export function withValue(cell: Cell | null, value: Cell['value']): Cell | null {
  const recon = cell?.recon ?? null;
  return value === null && recon === null ? null : { value, recon };
}

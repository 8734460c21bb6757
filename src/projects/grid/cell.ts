import type { CellValue } from './cell-value.js';
import type { Recon } from './recon.js';

/** One cell that exists. A cell that does not is null, and is told from a cell whose value is null only by its recon. */
export interface Cell {
  readonly value: CellValue;
  readonly recon: Recon | null;
}

/** A cell without recon data; null stays null, for an empty place holds no cell. */
export function cellOf(value: CellValue): Cell | null {
  return value === null ? null : { value, recon: null };
}

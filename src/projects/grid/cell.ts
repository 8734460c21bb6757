import type { CellValue } from './cell-value.js';
import type { Recon } from './recon.js';

/** An existing cell. A missing one is null, and differs from a cell with the value null only by recon. */
export interface Cell {
  readonly value: CellValue;
  readonly recon: Recon | null;
}

/** A cell without recon data; null stays null, for an empty place holds no cell. */
export function cellOf(value: CellValue): Cell | null {
  return value === null ? null : { value, recon: null };
}

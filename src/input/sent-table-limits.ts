import type { TableSize } from './open-input.js';

export interface SentTableSize extends TableSize {
  /** Of the file, and of the text in a spreadsheet. */
  readonly bytes: number;
}

export const MAX_SENT_ROWS = 20_000;

/**
 * Limits of a table that is answered at once. A short file can make many cells, because each row has one in every
 * column. A cell has at most the length of a query.
 */
export const MAX_SENT: SentTableSize = {
  bytes: 2 * 1024 * 1024,
  rows: MAX_SENT_ROWS,
  columns: 1_000,
  cells: 2_000_000,
  cellCharacters: 100_000,
};

/** Cells of a row of a very long table. */
const USUAL_CELLS = 50;

/** Limits of a stored table that is matched in the background. */
export function mostKept(rows: number, bytes: number): SentTableSize {
  return { ...MAX_SENT, bytes, rows, cells: Math.max(MAX_SENT.cells, rows * USUAL_CELLS) };
}

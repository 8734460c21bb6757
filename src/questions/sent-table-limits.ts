import type { TableSize } from './open-questions.js';

/** Longest table that is read, in bytes. */
export const MAX_SENT_BYTES = 2 * 1024 * 1024;
/** Most rows that are asked for. */
export const MAX_SENT_ROWS = 20_000;

/** A short file can make many cells, for each of its rows has one in every column. A cell holds no more than a query may. */
export const MOST_SENT: TableSize = { rows: MAX_SENT_ROWS, columns: 1_000, cells: 2_000_000, cellCharacters: 100_000 };

import type { RawCell } from './raw-record.js';

/** The texts of a cell: none for an empty one, several for an array. */
export function textsOf(cell: RawCell | undefined): readonly string[] {
  if (cell === undefined || cell === '') return [];
  return typeof cell === 'string' ? [cell] : cell.map(({ text }) => text);
}

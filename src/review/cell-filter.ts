import { foldText } from '../text/fold-text.js';

/** Text in one column, counted from 0, or in any; case, accents and punctuation do not count. */
export interface CellFilter {
  readonly text: string;
  readonly column?: number;
  /** The whole cell, not a part of it. */
  readonly isWhole?: boolean;
}

/** Test of a row's cells: true if one of them fits. */
export function cellTest({ text, column, isWhole = false }: CellFilter): (cells: readonly string[]) => boolean {
  const sought = foldText(text);
  const isMatch = (cell: string): boolean => {
    const folded = foldText(cell);
    return isWhole ? folded === sought : folded.includes(sought);
  };
  return (cells) => (column === undefined ? cells.some(isMatch) : isMatch(cells[column] ?? ''));
}

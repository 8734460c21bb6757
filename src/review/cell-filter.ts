import { foldText } from '../text/fold-text.js';

/** Which cells are wanted: of one column, counted from 0, or of any; case, accents and punctuation do not count. */
export interface CellFilter {
  readonly text: string;
  readonly column?: number;
  /** The whole cell says this, rather than a part of it. */
  readonly isWhole?: boolean;
}

/** Whether one of the cells of a row is wanted. */
export function cellTest({ text, column, isWhole = false }: CellFilter): (cells: readonly string[]) => boolean {
  const wanted = foldText(text);
  const isWanted = (cell: string): boolean => {
    const folded = foldText(cell);
    return isWhole ? folded === wanted : folded.includes(wanted);
  };
  return (cells) => (column === undefined ? cells.some(isWanted) : isWanted(cells[column] ?? ''));
}

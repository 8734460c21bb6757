import { ErrorValue } from '../grid/cell-value.js';

/** Value of a row that was not reached in time. */
export function lateRow(totalMs: number): ErrorValue {
  return new ErrorValue(
    `The time limit of ${String(totalMs / 1000)} seconds for these rows was reached before this row`,
  );
}

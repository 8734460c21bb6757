import { isDay, type Day } from '../entities/partial-date.js';
import { readDate } from '../reconciliation/scoring/properties/values/compare-dates.js';

const IN_ONE_PIECE = /^(1\d{3}|20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

/** A day as sources write it: what is a date, and `19161214`; `undefined` for all else, a year alone too. */
export function readDay(text: string): Day | undefined {
  const piece = IN_ONE_PIECE.exec(text.trim());
  if (piece !== null) return { year: Number(piece[1]), month: Number(piece[2]), day: Number(piece[3]) };
  if (!/^\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(text)) return undefined;
  const date = readDate(text);
  return date !== undefined && isDay(date) ? date : undefined;
}

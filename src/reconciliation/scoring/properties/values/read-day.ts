import { isDay, type Day } from '../../../../entities/partial-date.js';
import { readDate } from './compare-dates.js';

/** Three numbers, or eight digits. */
const LIKE_DAY = /^\s*(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{8}\s*$)/;

/** A day as sources write it: what is a date, and `19161214`; `undefined` for all else, a year alone too. */
export function readDay(text: string): Day | undefined {
  if (!LIKE_DAY.test(text)) return undefined;
  const date = readDate(text);
  return date !== undefined && isDay(date) ? date : undefined;
}

import { formatPartialDate, type PartialDate } from '../../../../entities/partial-date.js';
import type { CompareValue, ValueComparison } from './value-comparison.js';

const ISO = /^([+-]?\d{1,6})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?$/;
const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{3,4})$/;
const YEAR_INSIDE = /(?:^|\D)(\d{4})(?:\D|$)/;

/** Dates by the precision both have. Years apart count against, one year hardly. */
export function compareDateWith(asked: string | number): CompareValue | undefined {
  const date = readDate(String(asked));
  if (date === undefined) return undefined;
  return (value) => {
    if (value.kind === 'date') return compareDates(date, value.date);
    if (value.kind === 'integer') return compareDates(date, { year: value.number });
    if (value.kind === 'text') {
      const other = readDate(value.text);
      return other === undefined ? undefined : compareDates(date, other);
    }
    return undefined;
  };
}

/** A date as people write it: ISO with any precision, `18.3.1871`, or a text with one year in it. */
export function readDate(text: string): PartialDate | undefined {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (iso !== null) return dateOf(Number(iso[1]), iso[2], iso[3]);
  const dayFirst = DAY_FIRST.exec(trimmed);
  if (dayFirst !== null) {
    // Where the second number cannot be a month, the first one is.
    const swapped = Number(dayFirst[2]) > 12;
    return dateOf(Number(dayFirst[3]), swapped ? dayFirst[1] : dayFirst[2], swapped ? dayFirst[2] : dayFirst[1]);
  }
  const year = YEAR_INSIDE.exec(trimmed);
  return year === null ? undefined : { year: Number(year[1]) };
}

function dateOf(year: number, month: string | undefined, day: string | undefined): PartialDate {
  const m = Number(month ?? 0);
  const d = Number(day ?? 0);
  if (m < 1 || m > 12) return { year };
  return d < 1 || d > 31 ? { year, month: m } : { year, month: m, day: d };
}

/** Two dates, the finer part of one left out where the other does not have it. */
function compareDates(asked: PartialDate, value: PartialDate): ValueComparison {
  const years = Math.abs(asked.year - value.year);
  if (years > 0) {
    const reason = years === 1 ? 'differs by one year' : `differs by ${String(years)} years`;
    if (years === 1) return { agreement: 0.25, reason };
    return { agreement: years <= 3 ? -0.25 : years <= 10 ? -0.65 : -1, reason };
  }
  if (asked.month === undefined || value.month === undefined) return { agreement: 1, reason: 'same year' };
  if (asked.month !== value.month) {
    const swapped = asked.month === value.day && asked.day === value.month;
    return swapped ? { agreement: 0.9, reason: 'same date with day and month exchanged', rarity: 30 } : { agreement: 0.3, reason: 'same year, another month' };
  }
  if (asked.day === undefined || value.day === undefined) return { agreement: 1, reason: 'same month', rarity: 12 };
  if (asked.day !== value.day) return { agreement: 0.6, reason: 'same month, another day', rarity: 12 };
  return { agreement: 1, reason: `same day (${formatPartialDate(value)})`, rarity: 365 };
}

import { type Day, formatPartialDate, isDay, isNewYear, type PartialDate } from '../../../../entities/partial-date.js';
import type { CompareValue, ValueComparison } from './value-comparison.js';

const ISO = /^([+-]?\d{1,6})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?$/;
const IN_ONE_PIECE = /^(1\d{3}|20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{3,4})$/;
const YEAR_INSIDE = /(?:^|\D)(\d{4})(?:\D|$)/;

/** Dates by the precision both have. Years apart count against, one year hardly. */
export function compareDateWith(asked: string | number): CompareValue | undefined {
  const date = readDate(String(asked));
  if (date === undefined) return undefined;
  return (value) => {
    if (value.kind === 'date') return compareDates(date, value.date);
    if (value.kind === 'integer') return compareDates(date, readDate(String(value.number)) ?? { year: value.number });
    if (value.kind === 'text') {
      const other = readDate(value.text);
      return other === undefined ? undefined : compareDates(date, other);
    }
    return undefined;
  };
}

/** A date as people write it: ISO with any precision, `19161214`, `18.3.1871`, or a text with one year in it. */
export function readDate(text: string): PartialDate | undefined {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (iso !== null) return dateOf(Number(iso[1]), iso[2], iso[3]);
  const piece = IN_ONE_PIECE.exec(trimmed);
  if (piece !== null) return dateOf(Number(piece[1]), piece[2], piece[3]);
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
  if (!isDay(asked) || !isDay(value)) return compareToPrecision(asked, value);
  // Of these one may say the year alone.
  return isNewYear(asked) === isNewYear(value)
    ? compareDays(asked, value)
    : compareToPrecision({ year: asked.year }, { year: value.year });
}

/** Between the Julian and the Gregorian calendar lie so many days, or fewer; between a day in one country and in another, such as of a release, hardly more. */
const DAYS_OF_CALENDARS = 13;
const FEW_DAYS = 60;
const DAYS_OF_YEAR = 365;
const MILLISECONDS_OF_DAY = 86_400_000;

/** Two days. Whoever writes one down wrongly has one of its three parts wrong; where two are, it is another day. */
function compareDays(asked: Day, value: Day): ValueComparison {
  const [year, month, day] = [asked.year === value.year, asked.month === value.month, asked.day === value.day];
  if (year && month && day)
    return { agreement: 1, reason: `same day (${formatPartialDate(value)})`, rarity: DAYS_OF_YEAR };
  if (year && asked.month === value.day && asked.day === value.month)
    return { agreement: 0.9, reason: 'same date with day and month exchanged', rarity: 30 };
  if (year && month) return { agreement: 0.6, reason: 'same month, another day', rarity: 12 };
  if (year && day) return { agreement: 0.6, reason: 'same year and day, another month', rarity: 12 };
  if (month && day && isOneSlip(asked.year, value.year))
    return { agreement: 0.5, reason: `same day and month, ${yearsApart(asked, value)}`, most: 4 };
  const apart = Math.abs(dayNumber(asked) - dayNumber(value));
  const days = apart === 1 ? 'differs by a day' : `differs by ${String(apart)} days`;
  if (apart <= DAYS_OF_CALENDARS) return { agreement: 0.6, reason: days, rarity: 12 };
  if (apart <= FEW_DAYS) return { agreement: 0, reason: days };
  if (year) return { agreement: 0, reason: 'same year, another day and month' };
  return {
    agreement: Math.abs(asked.year - value.year) <= 3 ? -0.65 : -1,
    reason: `another day, ${yearsApart(asked, value)}`,
  };
}

/** Whether two years differ in one digit, or in the order of two. */
function isOneSlip(asked: number, value: number): boolean {
  const [one, other] = [String(asked), String(value)];
  if (one.length !== other.length) return false;
  const places = [...one].flatMap((digit, at) => (digit === other[at] ? [] : [at]));
  const [first = 0, second = 0] = places;
  return places.length === 1 || (places.length === 2 && one[first] === other[second] && one[second] === other[first]);
}

function dayNumber({ year, month, day }: Day): number {
  return Math.round(Date.UTC(year, month - 1, day) / MILLISECONDS_OF_DAY);
}

function yearsApart(asked: PartialDate, value: PartialDate): string {
  const years = Math.abs(asked.year - value.year);
  return years === 1 ? 'differs by one year' : `differs by ${String(years)} years`;
}

function compareToPrecision(asked: PartialDate, value: PartialDate): ValueComparison {
  const years = Math.abs(asked.year - value.year);
  if (years > 0) {
    const reason = yearsApart(asked, value);
    if (years === 1) return { agreement: 0.25, reason };
    return { agreement: years <= 3 ? -0.25 : years <= 10 ? -0.65 : -1, reason };
  }
  if (asked.month === undefined || value.month === undefined) return { agreement: 1, reason: 'same year' };
  if (asked.month !== value.month) return { agreement: 0.3, reason: 'same year, another month' };
  return { agreement: 1, reason: 'same month', rarity: 12 };
}

/** Three numbers, or eight digits. */
const LIKE_DAY = /^\s*(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{8}\s*$)/;

/** A day as sources write it: what is a date, and `19161214`; `undefined` for all else, a year alone too. */
export function readDay(text: string): Day | undefined {
  if (!LIKE_DAY.test(text)) return undefined;
  const date = readDate(text);
  return date !== undefined && isDay(date) ? date : undefined;
}

/** A date with the precision of year, month or day, in the proleptic Gregorian calendar. */
export interface PartialDate {
  /** Astronomical year: 0 is 1 BC, -43 is 44 BC. */
  readonly year: number;
  /** 1–12; present when the precision is month or day. */
  readonly month?: number;
  /** 1–31; present when the precision is day. */
  readonly day?: number;
}

/** `1871`, `1871-03`, `1871-03-18`; years before 0 or after 9999 with a sign and six digits, by ISO 8601. */
export function formatPartialDate(date: PartialDate): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const plain = date.year >= 0 && date.year <= 9999;
  const year = plain
    ? String(date.year).padStart(4, '0')
    : (date.year < 0 ? '-' : '+') + String(Math.abs(date.year)).padStart(6, '0');
  if (date.month === undefined) return year;
  return date.day === undefined ? `${year}-${two(date.month)}` : `${year}-${two(date.month)}-${two(date.day)}`;
}

export type Day = Required<PartialDate>;

/** Whether the date has a day. */
export function isDay(date: PartialDate): date is Day {
  return date.month !== undefined && date.day !== undefined;
}

/** Whether it is the first of January, which programs write for a year alone. */
export function isNewYear({ month, day }: PartialDate): boolean {
  return month === 1 && day === 1;
}

const ISO = /^([+-]?\d{1,6})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?$/;
const IN_ONE_PIECE = /^(1\d{3}|20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{3,4})$/;
const YEAR_INSIDE = /(?:^|\D)(\d{4})(?:\D|$)/;

/** Parses a date as people write it: ISO with any precision, `19161214`, `18.3.1871`, or a text with one year in it. */
export function readDate(text: string): PartialDate | undefined {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (iso !== null) return dateOf(Number(iso[1]), iso[2], iso[3]);
  const piece = IN_ONE_PIECE.exec(trimmed);
  if (piece !== null) return dateOf(Number(piece[1]), piece[2], piece[3]);
  const dayFirst = DAY_FIRST.exec(trimmed);
  if (dayFirst !== null) {
    // If the second number cannot be a month, the first one is.
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

/** Three numbers, or eight digits. */
const LIKE_DAY = /^\s*(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{8}\s*$)/;

/** Parses a day as in sources: a date, or `19161214`; `undefined` for all else, including a year alone. */
export function readDay(text: string): Day | undefined {
  if (!LIKE_DAY.test(text)) return undefined;
  const date = readDate(text);
  return date !== undefined && isDay(date) ? date : undefined;
}

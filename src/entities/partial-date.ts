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

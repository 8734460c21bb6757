import { sentence } from '../foundation/message.js';
import { type Day, type PartialDate, formatPartialDate, isDay, isNewYear, readDate } from '../entities/partial-date.js';
import type { PropertyValue } from '../entities/property.js';
import { valueText } from '../entities/value-text.js';
import { type Quantity, readNumber, readQuantity } from '../text/read-quantity.js';
import { editDistanceWithin } from '../text/similarity/edit-distance.js';
import { EQUAL, type ValueComparison, compared } from './value-level.js';

/*
 * Numbers, quantities, dates and places: values with a distance. All comparisons are precomputed, so that comparing
 * allocates no objects.
 */

/** Similarities of two amounts by their maximum relative difference. */
type Bands = readonly (readonly [share: number, comparison: ValueComparison])[];

function bands(...steps: readonly (readonly [share: number, similarity: number])[]): Bands {
  return steps.map(([share, similarity]) => [
    share,
    compared(similarity, sentence('differs by less than {n} %', { n: share * 100 })),
  ]);
}

const FAR_NUMBER = compared(0, sentence('differs by more'));
/** Counts repeated at another time differ by some percent. */
const OF_NUMBERS = bands([0.005, 0.97], [0.01, 0.9], [0.05, 0.7], [0.15, 0.4], [0.35, 0.2]);
/** Strengths and sizes are fixed: a difference beyond rounding means another thing. */
const OF_MEASURES = bands([0.01, 0.9], [0.02, 0.5], [0.06, 0.3]);
/** Versions of a piece differ in duration by more than players do. */
const OF_DURATIONS = bands([0.01, 0.97], [0.03, 0.7], [0.06, 0.35]);
const OF_ROUNDED_DURATIONS = bands([0.01, 0.97], [0.03, 0.7], [0.15, 0.35]);
const SAME_SECONDS = compared(0.97, sentence('differs by less than {n} s', { n: 3 }));
const FEW_SECONDS = compared(0.7, sentence('differs by less than {n} s', { n: 5 }));
const NEXT_INTEGER = compared(0.65, sentence('differs by one'));
const SECOND_INTEGER = compared(0.35, sentence('differs by two'));
const MAX_SMALL_INTEGER = 999;

function compareAmounts(query: number, own: number, by: Bands): ValueComparison {
  if (query === own) return EQUAL;
  const share = Math.abs(query - own) / Math.max(Math.abs(query), Math.abs(own));
  return by.find(([most]) => share <= most)?.[1] ?? FAR_NUMBER;
}

/**
 * Numbers by relative distance, small ones by difference; a time ("3:25") with seconds, thousandths of a second or
 * minutes.
 */
export function compareNumber(
  query: string,
  kind: 'small integer' | 'number' | 'duration',
): ((own: string) => ValueComparison | undefined) | undefined {
  const parsed = Number(query);
  const number = Number.isFinite(parsed) ? parsed : readNumber(query);
  if (number === undefined) return undefined;
  const quantity = readQuantity(query);
  const isTime = kind === 'duration' || quantity?.dimension === 'time';
  return (text) => {
    const other = readQuantity(text);
    if (quantity !== undefined && other !== undefined && (isTime || other.dimension === 'time'))
      return compareQuantities(quantity, other) ?? compareAmounts(quantity.amount, other.amount, OF_DURATIONS);
    const plain = Number(text);
    const own = Number.isFinite(plain) ? plain : readNumber(text);
    if (own === undefined) return undefined;
    if (kind === 'small integer' && Math.max(number, own) <= MAX_SMALL_INTEGER)
      switch (Math.abs(number - own)) {
        case 0:
          return EQUAL;
        case 1:
          return NEXT_INTEGER;
        case 2:
          return SECOND_INTEGER;
        default:
          return FAR_NUMBER;
      }
    return compareAmounts(number, own, OF_NUMBERS);
  };
}

/** Two quantities by distance; `undefined` when they are not comparable, or neither has a unit. */
export function compareQuantities(query: Quantity, own: Quantity): ValueComparison | undefined {
  const dimension = query.dimension ?? own.dimension;
  if (dimension === undefined || (query.dimension ?? dimension) !== (own.dimension ?? dimension)) return undefined;
  if (dimension === 'time') return compareTimes(query, own);
  const isPrice = dimension.startsWith('money') || dimension === 'pages';
  // A number without a unit has the unknown unit of the other: only percent, money and the like are clear.
  if (query.dimension !== own.dimension && !isPrice && dimension !== 'share') return undefined;
  return compareAmounts(query.amount, own.amount, isPrice ? OF_NUMBERS : OF_MEASURES);
}

/** Units of a plain number compared with a time: seconds, thousandths of a second, minutes. */
const SECONDS_OF_BARE = [1, 0.001, 60] as const;

/** Two times, at least one of them with a unit. Minutes are rounded. */
function compareTimes(query: Quantity, own: Quantity): ValueComparison {
  const known = query.dimension === undefined ? own.amount : query.amount;
  const bare = query.dimension === undefined ? query.amount : own.amount;
  const other =
    query.dimension === own.dimension
      ? own.amount
      : SECONDS_OF_BARE.map((factor) => factor * bare).reduce((best, one) =>
          Math.abs(one - known) < Math.abs(best - known) ? one : best,
        );
  const apart = Math.abs(known - other);
  if (apart > 0 && apart < 3) return SAME_SECONDS;
  if (apart > 0 && apart < 5) return FEW_SECONDS;
  const isExact = (query.exact || query.dimension === undefined) && (own.exact || own.dimension === undefined);
  return compareAmounts(known, other, isExact ? OF_DURATIONS : OF_ROUNDED_DURATIONS);
}

const SAME_DAY = compared(1, sentence('same day'));
const SAME_MONTH_OF_YEAR = compared(1, sentence('same month'));
const SAME_YEAR = compared(1, sentence('same year'));
const SWAPPED = compared(0.9, sentence('same date with day and month exchanged'));
const OTHER_DAY = compared(0.7, sentence('same month, another day'));
const OTHER_MONTH = compared(0.7, sentence('same year and day, another month'));
const OTHER_YEAR = compared(0.7, sentence('same day and month, another year'));
const TYPO_IN_DAY = compared(0.7, sentence('differs by one digit'));
const FEW_DAYS = compared(0.7, sentence('differs by less than two weeks'));
const SOME_DAYS = compared(0.4, sentence('differs by less than two months'));
const ONLY_YEAR = compared(0.4, sentence('same year, another day and month'));
const ONLY_MONTH_OTHER = compared(0.4, sentence('same year, another month'));
const NEXT_YEAR = compared(0.7, sentence('differs by one year'));
const FEW_YEARS = compared(0.35, sentence('differs by three years at most'));
const TYPO_IN_YEAR = compared(0.35, sentence('another year with nearly the same digits'));
const FAR_DATE = compared(0, sentence('another year'));
/**
 * Maximum difference in days between the Julian and the Gregorian calendar; dates such as of a release hardly differ
 * more between countries.
 */
const MAX_FEW_DAYS = 13;
const MAX_SOME_DAYS = 60;
const MS_PER_DAY = 86_400_000;

/** Dates by their common precision. */
export function compareDate(query: string): ((own: PropertyValue) => ValueComparison | undefined) | undefined {
  const date = readDate(query);
  if (date === undefined) return undefined;
  const key = formatPartialDate(date);
  return (value) => {
    const own = value.kind === 'date' ? value.date : readDate(valueText(value));
    if (own === undefined) return undefined;
    const found = compareDates(date, own);
    // A common day or month is rarer than its year.
    return found.level === 'exact' && found !== SAME_YEAR && date.month !== undefined ? { ...found, key } : found;
  };
}

/** Two dates, without the finer part that only one has. */
function compareDates(query: PartialDate, own: PartialDate): ValueComparison {
  // Programs write the first of January for a year without day and month.
  if (isDay(query) && isDay(own) && isNewYear(query) === isNewYear(own)) return compareDays(query, own);
  if (query.year !== own.year) return compareYears(query.year, own.year);
  if (query.month === undefined || own.month === undefined || (isDay(query) && isDay(own))) return SAME_YEAR;
  return query.month === own.month ? SAME_MONTH_OF_YEAR : ONLY_MONTH_OTHER;
}

/** Two days. A wrong day mostly has one wrong part of three. */
function compareDays(query: Day, own: Day): ValueComparison {
  const [year, month, day] = [query.year === own.year, query.month === own.month, query.day === own.day];
  if (year && month && day) return SAME_DAY;
  if (year && query.month === own.day && query.day === own.month) return SWAPPED;
  if (year && month) return OTHER_DAY;
  if (year && day) return OTHER_MONTH;
  if (month && day && isTypo(query.year, own.year)) return OTHER_YEAR;
  if (isTypo(digitsOf(query), digitsOf(own))) return TYPO_IN_DAY;
  const apart = Math.abs(dayNumber(query) - dayNumber(own));
  if (apart <= MAX_FEW_DAYS) return FEW_DAYS;
  if (apart <= MAX_SOME_DAYS) return SOME_DAYS;
  return year ? ONLY_YEAR : FAR_DATE;
}

function compareYears(query: number, own: number): ValueComparison {
  const apart = Math.abs(query - own);
  if (apart === 1) return NEXT_YEAR;
  if (apart <= 3) return FEW_YEARS;
  return isTypo(query, own) ? TYPO_IN_YEAR : FAR_DATE;
}

/** Whether two numbers differ in one digit, or in the order of two. */
function isTypo(query: number, own: number): boolean {
  return editDistanceWithin(String(query), String(own), 1) === 1;
}

function digitsOf({ year, month, day }: Day): number {
  return 10_000 * year + 100 * month + day;
}

function dayNumber({ year, month, day }: Day): number {
  // Date.UTC takes years below 100 for those of the twentieth century.
  return Math.round(new Date(0).setUTCFullYear(year, month - 1, day) / MS_PER_DAY);
}

const EARTH_RADIUS_KM = 6371;
const POINT = /([+-]?\d+(?:\.\d+)?(?:e-\d+)?)[^\d+.-]+([+-]?\d+(?:\.\d+)?(?:e-\d+)?)/;
const WITHIN_KM = [
  [1, compared(1, sentence('less than {n} km apart', { n: 1 }))],
  [10, compared(0.8, sentence('less than {n} km apart', { n: 10 }))],
  [50, compared(0.4, sentence('less than {n} km apart', { n: 50 }))],
] as const;
const FAR_APART = compared(0, sentence('more than {n} km apart', { n: 50 }));

/** Places by distance. */
export function comparePoint(query: string): ((own: PropertyValue) => ValueComparison | undefined) | undefined {
  const point = readPoint(query);
  if (point === undefined) return undefined;
  return (value) => {
    const own = value.kind === 'coordinates' ? value : readPoint(valueText(value));
    if (own === undefined) return undefined;
    const km = distanceKm(point.latitude, point.longitude, own.latitude, own.longitude);
    return WITHIN_KM.find(([most]) => km < most)?.[1] ?? FAR_APART;
  };
}

function readPoint(text: string): { readonly latitude: number; readonly longitude: number } | undefined {
  const found = POINT.exec(text);
  if (found === null) return undefined;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? undefined : { latitude, longitude };
}

/** Great-circle distance of two points in degrees, by the haversine formula. */
function distanceKm(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const radians = Math.PI / 180;
  const north = Math.sin(((latitudeB - latitudeA) * radians) / 2) ** 2;
  const east = Math.sin(((longitudeB - longitudeA) * radians) / 2) ** 2;
  const h = north + Math.cos(latitudeA * radians) * Math.cos(latitudeB * radians) * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

import type { Day } from '../entities/partial-date.js';
import { editDistanceWithin } from '../text/similarity/edit-distance.js';
import { distanceKm } from '../reconciliation/scoring/properties/values/compare-values.js';
import { normaliseIdentifier } from '../reconciliation/scoring/properties/values/compare-identifiers.js';
import { compareFolded, foldText } from '../reconciliation/scoring/properties/values/compare-texts.js';
import { readNumber, readQuantity } from '../reconciliation/scoring/properties/values/compare-numbers.js';
import { CLOSE, DIFFERENT, EXACT, MISSING, PARTIAL } from './comparison-level.js';
import { readDay } from '../reconciliation/scoring/properties/values/compare-dates.js';
import type { ValueForm, ValueKind } from '../reconciliation/scoring/model/value-statistics.js';

/** Shares of the larger number. */
const NEAR_NUMBER = 0.05;
const FAR_NUMBER = 0.25;
const NEAR_TIME = 0.02;
const FAR_TIME = 0.1;
/** Players count a second or two more. */
const SAME_TIME_S = 2;
const KM = { exact: 1, close: 8, partial: 50 } as const;
/** Agreement of two texts, −1 to 1, from which they are close, and partly the same. */
const CLOSE_TEXT = 0.5;
const PARTIAL_TEXT = -0.1;
const LONGEST_LIST = 200;

/** The level of the nearest of two lists of values, as texts; `missing` where one has none that can be compared. */
export function levelOfValues(
  asked: readonly string[],
  own: readonly string[],
  { kind, separator }: ValueForm,
): number {
  if (separator !== undefined)
    return levelOfLists(
      asked.flatMap((text) => text.split(separator)),
      own.flatMap((text) => text.split(separator)),
    );
  let best = MISSING;
  for (const one of asked) for (const other of own) best = Math.max(best, levelOf(one, other, kind));
  return best;
}

/** A list need not be complete: some values in common are agreement. */
function levelOfLists(asked: readonly string[], own: readonly string[]): number {
  const keys = (texts: readonly string[]): ReadonlySet<string> =>
    new Set(
      texts
        .slice(0, LONGEST_LIST)
        .map((text) => foldText(text).compact)
        .filter((key) => key !== ''),
    );
  const [a, b] = [keys(asked), keys(own)];
  if (a.size === 0 || b.size === 0) return MISSING;
  let common = 0;
  for (const key of a) if (b.has(key)) common++;
  const share = common / Math.min(a.size, b.size);
  return share === 1 ? EXACT : share >= 0.5 ? CLOSE : common > 0 ? PARTIAL : DIFFERENT;
}

function levelOf(asked: string, own: string, kind: ValueKind): number {
  switch (kind) {
    case 'text':
    case 'list':
      return levelOfTexts(asked, own);
    case 'code':
      return levelOfCodes(asked, own);
    case 'year':
      return withBoth(readYear(asked), readYear(own), levelOfYears);
    case 'small integer':
      return withBoth(readNumber(asked), readNumber(own), (a, b) =>
        a === b ? EXACT : Math.abs(a - b) === 1 ? CLOSE : Math.abs(a - b) === 2 ? PARTIAL : DIFFERENT,
      );
    case 'number':
      return withBoth(readNumber(asked), readNumber(own), (a, b) => byShare(a, b, NEAR_NUMBER, FAR_NUMBER));
    case 'duration':
      return withBoth(readQuantity(asked)?.amount, readQuantity(own)?.amount, (a, b) =>
        Math.abs(a - b) <= SAME_TIME_S ? EXACT : byShare(a, b, NEAR_TIME, FAR_TIME),
      );
    case 'date':
      return levelOfDates(asked, own);
    case 'coordinates':
      return withBoth(readPoint(asked), readPoint(own), levelOfPoints);
  }
}

function withBoth<Value>(
  asked: Value | undefined,
  own: Value | undefined,
  level: (asked: Value, own: Value) => number,
): number {
  return asked === undefined || own === undefined ? MISSING : level(asked, own);
}

function levelOfTexts(asked: string, own: string): number {
  const [a, b] = [foldText(asked), foldText(own)];
  if (a.folded === '' || b.folded === '') return MISSING;
  if (a.compact === b.compact) return EXACT;
  const agreement = compareFolded(a, b)?.agreement ?? -1;
  return agreement >= CLOSE_TEXT ? CLOSE : agreement >= PARTIAL_TEXT ? PARTIAL : DIFFERENT;
}

/** One slip is close, two are partly the same in longer codes; so is a code with something more before or behind it. */
function levelOfCodes(asked: string, own: string): number {
  const [a, b] = [normaliseIdentifier(asked), normaliseIdentifier(own)];
  if (a === '' || b === '') return MISSING;
  if (a === b) return EXACT;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= 5 && (long.endsWith(short) || long.startsWith(short))) return CLOSE;
  const edits = editDistanceWithin(a, b, 2);
  if (edits === 1 && short.length >= 3) return CLOSE;
  return edits === 2 && short.length >= 6 ? PARTIAL : DIFFERENT;
}

function readYear(text: string): number | undefined {
  const year = /(?:^|\D)(\d{4})(?:\D|$)/.exec(text)?.[1];
  return year === undefined ? undefined : Number(year);
}

function levelOfYears(asked: number, own: number): number {
  const apart = Math.abs(asked - own);
  if (apart === 0) return EXACT;
  if (apart === 1) return CLOSE;
  return apart <= 3 || editDistanceWithin(String(asked), String(own), 1) === 1 ? PARTIAL : DIFFERENT;
}

function byShare(asked: number, own: number, near: number, far: number): number {
  if (asked === own) return EXACT;
  const share = Math.abs(asked - own) / Math.max(Math.abs(asked), Math.abs(own));
  return share <= near ? CLOSE : share <= far ? PARTIAL : DIFFERENT;
}

/** Of two days by their three parts; what is no day by its year. */
function levelOfDates(asked: string, own: string): number {
  const [a, b] = [readDay(asked), readDay(own)];
  if (a === undefined || b === undefined)
    return withBoth(a?.year ?? readYear(asked), b?.year ?? readYear(own), (one, other) =>
      Math.min(CLOSE, levelOfYears(one, other)),
    );
  return levelOfDays(a, b);
}

/** Whoever writes a day down wrongly exchanges day and month, or slips in one digit or in the order of two. */
function levelOfDays(a: Day, b: Day): number {
  const slips = editDistanceWithin(digitsOf(a), digitsOf(b), 1);
  if (slips === 0) return EXACT;
  if (
    slips === 1 ||
    (a.year === b.year && (a.month === b.month || a.day === b.day || (a.month === b.day && a.day === b.month)))
  )
    return CLOSE;
  return a.year === b.year || (a.month === b.month && a.day === b.day) ? PARTIAL : DIFFERENT;
}

function digitsOf({ year, month, day }: Day): string {
  return String(10_000 * year + 100 * month + day);
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const POINT = /([+-]?\d+(?:\.\d+)?)[^\d+.-]+([+-]?\d+(?:\.\d+)?)/;

function readPoint(text: string): Point | undefined {
  const found = POINT.exec(text);
  return found === null ? undefined : { latitude: Number(found[1]), longitude: Number(found[2]) };
}

function levelOfPoints(a: Point, b: Point): number {
  const km = distanceKm(a.latitude, a.longitude, b.latitude, b.longitude);
  return km < KM.exact ? EXACT : km < KM.close ? CLOSE : km < KM.partial ? PARTIAL : DIFFERENT;
}

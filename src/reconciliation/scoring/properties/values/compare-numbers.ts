import { lexicon } from '../../../../text/lexicon.js';
import type { CompareValue, ValueComparison } from './value-comparison.js';

/** Numbers by their relative distance: what was counted twice, or at another time, differs by some percent. A time ("3:25") is held against seconds, thousandths of a second or minutes. */
export function compareNumberWith(asked: string | number): CompareValue | undefined {
  const wanted = typeof asked === 'number' ? asked : readNumber(asked);
  if (wanted === undefined) return undefined;
  const quantity = typeof asked === 'string' ? readQuantity(asked) : undefined;
  const time = quantity?.dimension === 'time' ? quantity : undefined;
  return (value) => {
    if (value.kind === 'integer' || value.kind === 'number') {
      return time === undefined
        ? compareNumbers(wanted, value.number)
        : compareTimes(time, { amount: value.number, dimension: undefined, exact: false });
    }
    if (value.kind === 'text') {
      const other = readNumber(value.text);
      return other === undefined ? undefined : compareNumbers(wanted, other);
    }
    return undefined;
  };
}

/** Two numbers by their difference as a share of the larger. */
function compareNumbers(asked: number, value: number): ValueComparison {
  if (asked === value) return { agreement: 1, reason: 'equal' };
  const larger = Math.max(Math.abs(asked), Math.abs(value));
  const apart = Math.abs(asked - value) / larger;
  const percent = apart * 100;
  const reason = `differs by ${percent < 1 ? 'less than 1' : String(Math.round(percent))} %`;
  if (apart <= 0.01) return { agreement: 0.9, reason, most: 1.5 };
  if (apart <= 0.05) return { agreement: 0.6, reason, most: 1 };
  if (apart <= 0.15) return { agreement: 0.3, reason, most: 1 };
  if (apart <= 0.35) return { agreement: 0, reason };
  return { agreement: apart <= 0.6 ? -0.5 : -1, reason };
}

const NUMBER = /[+-]?\d[\d\s\u00a0\u202f.,'’]*/;

/** The first number in a text, thousands marks and a decimal comma understood; `undefined` without one. */
export function readNumber(text: string): number | undefined {
  const found = NUMBER.exec(text)?.[0]
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/[.,]+$/, '');
  if (found === undefined) return undefined;
  const comma = found.lastIndexOf(',');
  const point = found.lastIndexOf('.');
  let plain = found;
  if (comma >= 0 && point >= 0)
    plain = comma > point ? found.replaceAll('.', '').replace(',', '.') : found.replaceAll(',', '');
  else if (comma >= 0)
    plain = /^[+-]?\d{1,3}(,\d{3})+$/.test(found) ? found.replaceAll(',', '') : found.replace(',', '.');
  else if (/^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(found)) plain = found.replaceAll('.', '');
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

/** Sizes, strengths and prices that are equal or near say no more than numbers do. */
const MOST_FOR_AMOUNT = 1.2;
/** Prices and pages differ between sources and editions, so a difference says little. */
const AGAINST_AMOUNT = 0.4;

/** Two quantities by their distance; `undefined` when they cannot be compared, or neither says a unit. */
export function compareQuantities(asked: Quantity, own: Quantity): ValueComparison | undefined {
  const dimension = asked.dimension ?? own.dimension;
  if (dimension === undefined || (asked.dimension ?? dimension) !== (own.dimension ?? dimension)) return undefined;
  if (dimension === 'time') return compareTimes(asked, own);
  // What has no unit has that of the other, which is not known here: only percent, money and the like stand for themselves.
  if (asked.dimension !== own.dimension && !standsForItself(dimension)) return undefined;
  const { agreement, reason } = compareNumbers(asked.amount, own.amount);
  if (dimension !== 'pages' && !isMoney(dimension)) return compareMeasures(asked.amount, own.amount, reason);
  return agreement < 0
    ? { agreement: agreement * AGAINST_AMOUNT, reason }
    : { agreement, reason, most: agreement === 1 ? MOST_FOR_AMOUNT : 1 };
}

/** Strengths and sizes belong to a thing: what is stronger or larger by more than was rounded is another one. */
function compareMeasures(asked: number, own: number, reason: string): ValueComparison {
  const share = Math.abs(asked - own) / Math.max(Math.abs(asked), Math.abs(own));
  if (asked === own) return { agreement: 1, reason, most: MOST_FOR_AMOUNT };
  if (share <= 0.01) return { agreement: 0.9, reason, most: 1 };
  if (share <= 0.02) return { agreement: 0.5, reason, most: 1 };
  if (share <= 0.06) return { agreement: 0, reason };
  return { agreement: -1, reason };
}

function standsForItself(dimension: Quantity['dimension']): boolean {
  return dimension === 'share' || dimension === 'pages' || isMoney(dimension);
}

/** What a number without a unit may be where the other one is a time: seconds, thousandths of a second, minutes. */
const SECONDS_OF_BARE = [1, 0.001, 60] as const;
/** Few durations are usual: one agrees by chance more often than its exact value repeats. */
const MOST_FOR_SAME_TIME = 3;
const MOST_FOR_NEAR_TIME = 2;

/**
 * Two times, of which at least one has a unit. Players count a second more or less, and what is given in minutes is rounded; another version of a piece is longer or shorter by more than that.
 */
function compareTimes(asked: Quantity, own: Quantity): ValueComparison {
  const [a, b] = inSeconds(asked, own);
  const apart = Math.abs(a - b);
  const share = apart / Math.max(a, b, 1);
  const exact = (asked.exact || asked.dimension === undefined) && (own.exact || own.dimension === undefined);
  if (apart === 0) return { agreement: 1, reason: 'equally long', most: MOST_FOR_SAME_TIME };
  const reason = `differs by ${apart < 120 ? `${String(Math.round(apart))} s` : `${String(Math.round(apart / 60))} min`}`;
  if (apart <= 2 || share <= 0.01) return { agreement: 0.9, reason, most: MOST_FOR_NEAR_TIME };
  if (apart <= 4 || share <= 0.03) return { agreement: 0.5, reason, most: 1 };
  if (share <= (exact ? 0.05 : 0.15)) return { agreement: 0, reason };
  if (share <= (exact ? 0.1 : 0.35)) return { agreement: exact ? -0.5 : -0.25, reason };
  return { agreement: exact ? -1 : -0.6, reason };
}

function inSeconds(asked: Quantity, own: Quantity): readonly [number, number] {
  if (asked.dimension !== undefined && own.dimension !== undefined) return [asked.amount, own.amount];
  const [bare, known] = asked.dimension === undefined ? [asked.amount, own.amount] : [own.amount, asked.amount];
  const nearest = SECONDS_OF_BARE.map((factor) => factor * bare).reduce((best, other) =>
    Math.abs(other - known) < Math.abs(best - known) ? other : best,
  );
  return [nearest, known];
}

/** What a unit measures; quantities of one dimension can be compared. */
type Dimension = 'time' | 'mass' | 'length' | 'volume' | 'share' | 'data' | 'pages' | `money ${string}`;

/** An amount with its unit: "134 min", "3:25", "5.6 %", "$ 9.99". */
export interface Quantity {
  /** In the unit of its dimension: seconds, grams, metres, litres, percent, bytes, pages, or as it stands; `undefined` dimension for a number without a unit. */
  readonly amount: number;
  readonly dimension: Dimension | undefined;
  /** Whether it says seconds, as clocks and players do; what is given in minutes is rounded. */
  readonly exact: boolean;
}

interface Unit {
  readonly dimension: Dimension;
  readonly factor: number;
}

let unitByWord: ReadonlyMap<string, Unit> | undefined; // until somebody asks

function unitOf(word: string): Unit | undefined {
  unitByWord ??= new Map(
    lexicon('units').map((line) => {
      const [dimension = '', unit = '', factor = ''] = line.split(' | ');
      return [unit, { dimension: dimension as Dimension, factor: Number(factor) }] as const; // a test holds the dimensions of the lexicon
    }),
  );
  return unitByWord.get(word);
}

const LONGEST = 24;
/** "3:25", "1:02:45". */
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/;
/** "PT3M25S". */
const ISO_DURATION = /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/;
/** "1 h 35 min", "3 min. 25 s", "2h05m". */
const IN_PARTS =
  /^(\d{1,3})\s*(h|hr|hrs|hours?|m|min|mins|minutes?)\.?,?\s*(?:and\s+)?(\d{1,2})\s*(m|min|mins|minutes?|s|sec|secs|seconds?)?\.?$/;
/** A sign before the number, a unit behind it, or neither. */
const AMOUNT =
  /^(?:ca?\.?\s*|circa\s+|~\s*)?([a-z]{0,3}[$€£¥]|[a-z]{3}(?=[\s\d]))?\s*(\d[\d.,'’\s]*)\s*([a-z%$€£¥][a-z%\s]*)?\.?$/;

/** The quantity that a text is and nothing else; `undefined` for any other text. Cost: some patterns on a short text. */
export function readQuantity(text: string): Quantity | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST || !/\d/.test(trimmed)) return undefined;
  const clock = CLOCK.exec(trimmed);
  if (clock !== null) {
    const [, a = '0', b = '0', c] = clock;
    return seconds(c === undefined ? 60 * Number(a) + Number(b) : 3600 * Number(a) + 60 * Number(b) + Number(c), true);
  }
  const iso = ISO_DURATION.exec(trimmed);
  if (iso !== null)
    return seconds(3600 * Number(iso[1] ?? 0) + 60 * Number(iso[2] ?? 0) + Number(iso[3] ?? 0), iso[3] !== undefined);
  const lower = trimmed.toLowerCase();
  const parts = IN_PARTS.exec(lower);
  if (parts !== null) {
    const [, greater = '0', unit = '', lesser = '0'] = parts;
    return unit.startsWith('h')
      ? seconds(3600 * Number(greater) + 60 * Number(lesser), false)
      : seconds(60 * Number(greater) + Number(lesser), true);
  }
  return readAmount(lower);
}

/** Whether it is that of prices and sums of money. */
export function isMoney(dimension: Quantity['dimension']): boolean {
  return dimension?.startsWith('money') === true;
}

function readAmount(lower: string): Quantity | undefined {
  const found = AMOUNT.exec(lower);
  if (found === null) return undefined;
  const [, sign, digits = '', behind] = found;
  const number = readNumber(digits);
  if (number === undefined || (sign !== undefined && behind !== undefined)) return undefined;
  const word = (sign ?? behind)?.trim();
  if (word === undefined || word === '') return { amount: number, dimension: undefined, exact: false };
  const unit = unitOf(word);
  if (unit === undefined || (sign !== undefined && !unit.dimension.startsWith('money'))) return undefined;
  return {
    amount: number * unit.factor,
    dimension: unit.dimension,
    exact: unit.dimension === 'time' && unit.factor <= 1,
  };
}

function seconds(amount: number, exact: boolean): Quantity {
  return { amount, dimension: 'time', exact };
}

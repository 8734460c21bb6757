import { lexicon } from './lexicon.js';

const NUMBER = /[+-]?\d[\d\s\u00a0\u202f.,'’]*/;

/** The first number in a text, with thousands marks and decimal comma; `undefined` without one. */
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

/** Dimension of a unit; quantities of one dimension are comparable. */
type Dimension = 'time' | 'mass' | 'length' | 'volume' | 'share' | 'data' | 'pages' | `money ${string}`;

/** An amount with its unit: "134 min", "3:25", "5.6 %", "$ 9.99". */
export interface Quantity {
  /**
   * In the unit of its dimension: seconds, grams, metres, litres, percent, bytes, pages, or as written; `undefined`
   * dimension for a number without a unit.
   */
  readonly amount: number;
  readonly dimension: Dimension | undefined;
  /** Whether it has seconds, as from clocks and players; minutes are rounded. */
  readonly exact: boolean;
}

interface Unit {
  readonly dimension: Dimension;
  readonly factor: number;
}

let unitByWord: ReadonlyMap<string, Unit> | undefined; // until first needed

function unitOf(word: string): Unit | undefined {
  unitByWord ??= new Map(
    lexicon('units').map((line) => {
      const [dimension = '', unit = '', factor = ''] = line.split(' | ');
      return [unit, { dimension: dimension as Dimension, factor: Number(factor) }] as const; // a test holds the dimensions of the lexicon
    }),
  );
  return unitByWord.get(word);
}

const MAX_LENGTH = 24;
/** "3:25", "1:02:45". */
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/;
/** "PT3M25S". */
const ISO_DURATION = /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/;
/** "1 h 35 min", "3 min. 25 s", "2h05m". */
const IN_PARTS =
  /^(\d{1,3})\s*(h|hr|hrs|hours?|m|min|mins|minutes?)\.?,?\s*(?:and\s+)?(\d{1,2})\s*(m|min|mins|minutes?|s|sec|secs|seconds?)?\.?$/;
/** A sign before the number, a unit after it, or neither. */
const AMOUNT =
  /^(?:ca?\.?\s*|circa\s+|~\s*)?([a-z]{0,3}[$€£¥]|[a-z]{3}(?=[\s\d]))?\s*(\d[\d.,'’\s]*)\s*([a-z%$€£¥][a-z%\s]*)?\.?$/;

/** The quantity that is the whole text; `undefined` for any other text. Cost: some patterns on a short text. */
export function readQuantity(text: string): Quantity | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH || !/\d/.test(trimmed)) return undefined;
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

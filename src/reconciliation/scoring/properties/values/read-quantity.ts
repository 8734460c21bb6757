import { readNumber } from './read-number.js';

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

const UNITS: Readonly<Record<Exclude<Dimension, `money ${string}`>, Readonly<Record<string, number>>>> = {
  time: { ms: 0.001, s: 1, sec: 1, secs: 1, second: 1, seconds: 1, sek: 1, min: 60, mins: 60, minute: 60, minutes: 60, minuten: 60, h: 3600, hr: 3600, hrs: 3600, hour: 3600, hours: 3600, std: 3600, stunden: 3600 },
  mass: { mg: 0.001, g: 1, gr: 1, gram: 1, grams: 1, kg: 1000, kilo: 1000, oz: 28.35, lb: 453.6, lbs: 453.6 },
  length: { mm: 0.001, cm: 0.01, m: 1, km: 1000, in: 0.0254, inch: 0.0254, inches: 0.0254, ft: 0.3048, feet: 0.3048, mi: 1609.3, miles: 1609.3 },
  volume: { ml: 0.001, cl: 0.01, dl: 0.1, l: 1, liter: 1, liters: 1, litre: 1, litres: 1 },
  share: { '%': 1, percent: 1, 'per cent': 1, prozent: 1, abv: 1, vol: 1, '% vol': 1, '% abv': 1, '%vol': 1, '%abv': 1 },
  data: { kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 },
  pages: { p: 1, pp: 1, page: 1, pages: 1, seiten: 1 },
};
const CURRENCIES: Readonly<Record<string, string>> = { $: 'usd', us$: 'usd', usd: 'usd', '€': 'eur', eur: 'eur', euro: 'eur', '£': 'gbp', gbp: 'gbp', '¥': 'jpy', jpy: 'jpy', chf: 'chf', cad: 'cad', aud: 'aud', sek: 'sek' };
interface Unit {
  readonly dimension: Dimension;
  readonly factor: number;
}
const DIMENSION_OF: ReadonlyMap<string, Unit> = new Map([
  ...Object.entries(CURRENCIES).map(([sign, code]): [string, Unit] => [sign, { dimension: `money ${code}`, factor: 1 }]),
  ...Object.keys(UNITS).flatMap((key) => {
    const dimension = key as keyof typeof UNITS; // its own keys
    return Object.entries(UNITS[dimension]).map(([unit, factor]): [string, Unit] => [unit, { dimension, factor }]);
  }),
]);

const LONGEST = 24;
/** "3:25", "1:02:45". */
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/;
/** "PT3M25S". */
const ISO_DURATION = /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/;
/** "1 h 35 min", "3 min. 25 s", "2h05m". */
const IN_PARTS = /^(\d{1,3})\s*(h|hr|hrs|hours?|m|min|mins|minutes?)\.?,?\s*(?:and\s+)?(\d{1,2})\s*(m|min|mins|minutes?|s|sec|secs|seconds?)?\.?$/;
/** A sign before the number, a unit behind it, or neither. */
const AMOUNT = /^(?:ca?\.?\s*|circa\s+|~\s*)?([a-z]{0,3}[$€£¥]|[a-z]{3}(?=[\s\d]))?\s*(\d[\d.,'’\s]*)\s*([a-z%$€£¥][a-z%\s]*)?\.?$/;

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
  if (iso !== null) return seconds(3600 * Number(iso[1] ?? 0) + 60 * Number(iso[2] ?? 0) + Number(iso[3] ?? 0), iso[3] !== undefined);
  const lower = trimmed.toLowerCase();
  const parts = IN_PARTS.exec(lower);
  if (parts !== null) {
    const [, greater = '0', unit = '', lesser = '0'] = parts;
    return unit.startsWith('h') ? seconds(3600 * Number(greater) + 60 * Number(lesser), false) : seconds(60 * Number(greater) + Number(lesser), true);
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
  const unit = DIMENSION_OF.get(word);
  if (unit === undefined || (sign !== undefined && !unit.dimension.startsWith('money'))) return undefined;
  return { amount: number * unit.factor, dimension: unit.dimension, exact: unit.dimension === 'time' && unit.factor <= 1 };
}

function seconds(amount: number, exact: boolean): Quantity {
  return { amount, dimension: 'time', exact };
}

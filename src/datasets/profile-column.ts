import { StringNumbers } from '../foundation/string-numbers.js';
import type { RawCell } from '../formats/raw-record.js';
import {
  DATE_FORMATS,
  type DateFormat,
  NUMBER_FORMATS,
  type NumberFormat,
  hasLeadingZero,
  isAbsoluteUrl,
  isPlainInteger,
  parseNumber,
  parsePropertyValue,
  saysMissing,
} from './parse-property-value.js';

/** A kind of value in a column; formats of numbers and dates are separate kinds. */
export type ValueKind = `number ${NumberFormat}` | `date ${DateFormat}` | 'boolean' | 'coordinates' | 'url' | 'host';

interface KindTest {
  readonly kind: ValueKind;
  readonly fits: (text: string) => boolean;
  /** Whether a bare whole number fits, by far the most frequent case. */
  readonly fitsInteger: boolean;
}

const TESTS: readonly KindTest[] = [
  ...NUMBER_FORMATS.map((format): KindTest => ({
    kind: `number ${format}`,
    fits: (text) => parseNumber(text, format) !== undefined,
    fitsInteger: true,
  })),
  ...DATE_FORMATS.map((format): KindTest => ({
    kind: `date ${format}`,
    fits: (text) => parsePropertyValue(text, { datatype: 'date', dateFormat: format }) !== undefined,
    fitsInteger: false,
  })),
  {
    kind: 'boolean',
    fits: (text) => parsePropertyValue(text, { datatype: 'boolean' }) !== undefined,
    fitsInteger: false,
  },
  {
    kind: 'coordinates',
    fits: (text) => parsePropertyValue(text, { datatype: 'coordinates' }) !== undefined,
    fitsInteger: false,
  },
  { kind: 'url', fits: isAbsoluteUrl, fitsInteger: false },
  {
    kind: 'host',
    fits: (text) => !/^[\d.,]+$/.test(text) && parsePropertyValue(text, { datatype: 'url' }) !== undefined,
    fitsInteger: false,
  },
];

/** A kind is given up after so many misfits that are also this share of the values. */
const GIVE_UP_AFTER = 20;
const GIVE_UP_SHARE = 0.05;
const SAMPLE_SIZE = 400;
const DISTINCT_LIMIT = 1000;
const MARKED_SIZE = 1000;
/** A code, also with a library prefix: `(DE-588)118540238`. */
const CODE = /^(?:\([\p{L}\p{N}-]{2,12}\))?[\p{L}\p{N}][\p{L}\p{N}._:/+-]{0,47}$/u;

interface LiveTest {
  readonly test: KindTest;
  misfits: number;
}

/** Statistics of the cells of one column, in constant memory (but for unique codes). */
export class ColumnProfile {
  filled = 0;
  /** Values, after splitting cells at `|`. */
  values = 0;
  /** Cells with `|`, and those of them with nothing before, after or between the marks. */
  piped = 0;
  pipedBadly = 0;
  /** Cells with `;`, those with `¶`, and those of several lines without another separator. */
  semicolons = 0;
  pilcrows = 0;
  bareLines = 0;
  /** The first cells with several lines or `;`. */
  readonly marked: string[] = [];
  /** Cells that are arrays or have languages in the source. */
  lists = 0;
  /** Values that stand for none (`n/a`, `-`). */
  missing = 0;
  plainIntegers = 0;
  fractions = 0;
  leadingZeros = 0;
  minimum = Infinity;
  maximum = -Infinity;
  characters = 0;
  withSpace = 0;
  withLetter = 0;
  withDigit = 0;
  codeLike = 0;
  longest = 0;
  shortest = Infinity;
  /** Values equal to the id of their own record. */
  ownId = 0;
  /** Distinct values, up to a thousand. */
  distinct: Set<string> | undefined = new Set();
  /** Repeated values, counted while `tracking`. */
  repeated = 0;
  /** The first of them. */
  firstRepeated: string | undefined;
  /** All values so far; outside of the heap, because a column of codes has as many as there are records. */
  private tracking: StringNumbers | undefined = new StringNumbers();
  private live: LiveTest[] = TESTS.map((test) => ({ test, misfits: 0 }));
  private sampled: string[] = [];
  private sampleEvery = 1;
  private readonly mostRemembered: number;

  /** `mostRemembered`: maximum number of distinct values kept for comparison. */
  constructor(mostRemembered = Infinity) {
    this.mostRemembered = mostRemembered;
  }

  /** Adds a cell for its separators only (names, types). */
  addMarks(cell: RawCell): void {
    this.filled++;
    if (typeof cell !== 'string') {
      this.lists++;
      return;
    }
    this.countMarks(cell);
    if (!cell.includes('|')) return;
    this.piped++;
    if (cell.split('|').some((part) => part.trim() === '')) this.pipedBadly++;
  }

  add(cell: RawCell, id: string): void {
    if (typeof cell !== 'string') {
      if (cell.length === 0) return;
      this.filled++;
      this.lists++;
      for (const value of cell) this.addValue(value.text.trim(), id);
      return;
    }
    const text = cell.trim();
    if (text.length === 0) return;
    this.filled++;
    this.countMarks(text);
    if (!text.includes('|')) {
      this.addValue(text, id);
      return;
    }
    this.piped++;
    const parts = text.split('|').map((part) => part.trim());
    if (parts.includes('')) this.pipedBadly++;
    for (const part of parts) if (part.length > 0) this.addValue(part, id);
  }

  private countMarks(cell: string): void {
    const isOfLines = cell.includes('\n') && cell.trim().includes('\n');
    const hasSemicolon = cell.includes(';');
    if (hasSemicolon) this.semicolons++;
    else if (isOfLines) this.bareLines++;
    if (cell.includes('¶')) this.pilcrows++;
    if ((hasSemicolon || isOfLines) && this.marked.length < MARKED_SIZE) this.marked.push(cell);
  }

  /** A few hundred values from the whole column. */
  get sample(): readonly string[] {
    return this.sampled;
  }

  /** Number of values that do not fit the kind; `Infinity` after it was given up. Missing values fit everything. */
  misfits(kind: ValueKind): number {
    return this.live.find(({ test }) => test.kind === kind)?.misfits ?? Infinity;
  }

  /** Share of values not seen before; -1 when many were repeated early on. */
  get uniqueShare(): number {
    return this.tracking === undefined || this.values === 0 ? -1 : 1 - this.repeated / this.values;
  }

  private addValue(text: string, id: string): void {
    this.values++;
    if (this.values % this.sampleEvery === 0) this.keep(text);
    this.trackDistinct(text);
    if (text === id) this.ownId++;
    if (this.live.length > 0) this.tryKinds(text);
    this.measure(text);
  }

  /** Lengths and letters, measured on the first thousands only, to tell names from codes. */
  private measure(text: string): void {
    if (text.length > this.longest) this.longest = text.length;
    if (this.values > 5000) return;
    if (text.length < this.shortest) this.shortest = text.length;
    this.characters += text.length;
    if (text.includes(' ')) this.withSpace++;
    if (/\p{L}/u.test(text)) this.withLetter++;
    if (/\p{N}/u.test(text)) this.withDigit++;
    if (CODE.test(text)) this.codeLike++;
  }

  get measured(): number {
    return Math.min(this.values, 5000);
  }

  private tryKinds(text: string): void {
    const integer = isPlainInteger(text);
    if (integer) {
      this.plainIntegers++;
      const number = Number(text);
      if (number < this.minimum) this.minimum = number;
      if (number > this.maximum) this.maximum = number;
    } else if (saysMissing(text)) {
      this.missing++;
      return;
    } else if (hasLeadingZero(text) && /^[+-]?\d+$/.test(text)) {
      this.leadingZeros++;
    } else if (/\d[.,]\d/.test(text)) {
      this.fractions++;
    }
    let failed = false;
    for (const live of this.live) {
      if (integer && live.test.fitsInteger) continue;
      if (live.test.fits(text)) continue;
      live.misfits++;
      if (live.misfits > GIVE_UP_AFTER && live.misfits > this.values * GIVE_UP_SHARE) failed = true;
    }
    if (failed)
      this.live = this.live.filter(({ misfits }) => misfits <= GIVE_UP_AFTER || misfits <= this.values * GIVE_UP_SHARE);
  }

  private trackDistinct(text: string): void {
    if (this.distinct !== undefined) {
      this.distinct.add(text);
      if (this.distinct.size > DISTINCT_LIMIT) this.distinct = undefined;
    }
    if (this.tracking === undefined) return;
    const before = this.tracking.size;
    if (before >= this.mostRemembered && !this.tracking.has(text)) return;
    this.tracking.numberOf(text);
    if (this.tracking.size > before) {
      // Long text is not a code; its uniqueness beyond the first thousands does not matter.
      if (this.tracking.size === 50_000 && (this.withSpace > this.measured * 0.2 || this.live.length > 0))
        this.tracking = undefined;
      return;
    }
    this.repeated++;
    this.firstRepeated ??= text;
    if (this.repeated > 50 && this.repeated > this.values * 0.05) this.tracking = undefined;
  }

  private keep(text: string): void {
    this.sampled.push(text);
    if (this.sampled.length < SAMPLE_SIZE) return;
    this.sampled = this.sampled.filter((_, i) => i % 2 === 1);
    this.sampleEvery *= 2;
  }
}

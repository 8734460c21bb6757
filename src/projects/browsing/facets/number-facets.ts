import type { ExpressionValue } from '../../expressions/expression-value.js';
import { DateValue, ErrorValue } from '../../grid/cell-value.js';
import type { RangeFacetConfig, ScatterplotFacetConfig, TimeRangeFacetConfig } from '../engine-config.js';
import type { RecordIndex } from '../record-index.js';
import { evaluateEveryRow, oncePerRecord, type Facet, type FacetContext } from './facet.js';

interface Measure {
  /** Place on the scale, or class of a value. */
  readonly measure: (value: ExpressionValue) => number | 'other' | 'error';
  readonly bins: (min: number, max: number) => Bins | undefined;
  readonly isWithin: (place: number, from: number, to: number) => boolean;
  /** Name of values on the scale in members of the answer. */
  readonly nameOfMeasured: 'Numeric' | 'Time';
  readonly nothingThere: string;
}

const NUMBERS: Measure = {
  measure: (value) => {
    if (typeof value === 'bigint') return Number(value);
    if (typeof value !== 'number') return 'other';
    return Number.isFinite(value) ? value : 'error';
  },
  bins: numberBins,
  isWithin: (place, from, to) => place >= from && place < to,
  nameOfMeasured: 'Numeric',
  nothingThere: 'No numeric value present.',
};

const TIMES: Measure = {
  measure: (value) => (value instanceof DateValue ? value.epochMs : 'other'),
  bins: timeBins,
  isWithin: (place, from, to) => place >= from && place <= to,
  nameOfMeasured: 'Time',
  nothingThere: 'No time value present.',
};

/** Rows whose number is from `from` to below `to`, with a histogram. Throws as `evaluateEveryRow`. */
export function rangeFacet(config: RangeFacetConfig, context: FacetContext): Facet {
  return measuredFacet(
    NUMBERS,
    { ...config, selectMeasured: config.selectNumeric, selectOther: config.selectNonNumeric },
    context,
  );
}

/** Rows whose date is from `from` to `to`, both included, in milliseconds since 1970. */
export function timeRangeFacet(config: TimeRangeFacetConfig, context: FacetContext): Facet {
  return measuredFacet(
    TIMES,
    { ...config, selectMeasured: config.selectTime, selectOther: config.selectNonTime },
    context,
  );
}

interface MeasuredConfig {
  readonly name: string;
  readonly columnName: string;
  readonly expression: string;
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
  readonly selectMeasured: boolean;
  readonly selectOther: boolean;
  readonly selectBlank: boolean;
  readonly selectError: boolean;
}

function measuredFacet(kind: Measure, config: MeasuredConfig, context: FacetContext): Facet {
  const rows = new MeasuredRows(context.bound.grid.rowCount, kind.measure);
  evaluateEveryRow(context, config.columnName, config.expression, (rowIndex, value) => rows.add(rowIndex, value));
  const from = config.from ?? -Infinity;
  const to = config.to ?? Infinity;
  const isSelective =
    config.from != null ||
    config.to != null ||
    !config.selectMeasured ||
    !config.selectOther ||
    !config.selectBlank ||
    !config.selectError;
  return {
    passes: isSelective ? rows.passes({ ...config, isWithin: (place) => kind.isWithin(place, from, to) }) : undefined,
    asksForWholeRecord: false,
    summary: (counted, records) => summaryOf(rows, kind, config, { rows: counted, records }),
  };
}

function summaryOf(
  rows: MeasuredRows,
  { bins: binsOf, nameOfMeasured, nothingThere }: Measure,
  config: MeasuredConfig,
  counted: CountedRows,
): ReturnType<Facet['summary']> {
  const members = { name: config.name, expression: config.expression, columnName: config.columnName };
  const bins = binsOf(...rows.range);
  const all = rows.histogram(bins, { ...counted, rows: undefined });
  const some = counted.rows === undefined ? all : rows.histogram(bins, counted);
  return {
    ...members,
    ...(bins === undefined ? { error: nothingThere } : scaleMembers(bins, config)),
    ...(bins === undefined ? {} : { bins: some.bins, baseBins: all.bins }),
    ...countMembers('base', nameOfMeasured, all.counts),
    ...countMembers('', nameOfMeasured, some.counts),
  };
}

/** The scale, and the part of the range on it. */
function scaleMembers({ min, max, step }: Bins, { from, to }: MeasuredConfig): Readonly<Record<string, number>> {
  return { min, max, step, from: Math.max(from ?? min, min), to: Math.min(to ?? max, max) };
}

/** `baseNumericCount`, `baseNonNumericCount` …, or the same without `base`. */
function countMembers(
  prefix: 'base' | '',
  measured: 'Numeric' | 'Time',
  counts: readonly number[],
): Readonly<Record<string, number>> {
  const names = [measured, `Non${measured}`, 'Blank', 'Error'];
  return Object.fromEntries(
    names.map((name, index) => [
      `${prefix === '' ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : `${prefix}${name}`}Count`,
      counts[index] ?? 0,
    ]),
  );
}

export interface Bins {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly count: number;
}

const MAX_BINS = 100;

/**
 * Bins whose width is a power of ten, doubled once when there would be too many; the ends are floored and ceiled to the
 * power of ten. Undefined without any number. Source: the data-cleaning service's numeric bins, so that clients draw
 * the same histogram.
 */
export function numberBins(min: number, max: number): Bins | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) return undefined;
  if (min === max) return { min, max: min + 1, step: 1, count: 1 };
  const difference = max - min;
  let step = 1;
  if (difference > 10) while (step * 100 < difference) step *= 10;
  else while (step * 100 > difference) step /= 10;
  const low = Math.floor(min / step) * step;
  let high = Math.ceil(max / step) * step;
  let count = (high - low) / step;
  if (count > MAX_BINS) {
    step *= 2;
    count = (count + 1) / 2;
  }
  if (max >= high) {
    // The last bin ends before its upper border, so a value on it needs one bin more.
    high += step;
    count += 1;
  }
  return { min: low, max: high, step, count: Math.round(count) };
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** Of the Gregorian calendar on average. */
const YEAR = 31_556_952 * SECOND;

/** Millisecond, second, minute, hour, day, week, month, year, decade, century, millennium. */
const TIME_STEPS: readonly number[] = [
  1,
  SECOND,
  60 * SECOND,
  60 * 60 * SECOND,
  DAY,
  7 * DAY,
  YEAR / 12,
  YEAR,
  10 * YEAR,
  100 * YEAR,
  1000 * YEAR,
];

/** The same for times, in milliseconds; they begin with the first and end with the last of them. */
function timeBins(min: number, max: number): Bins | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) return undefined;
  if (min === max) return { min, max: min + 1, step: 1, count: 1 };
  const step = TIME_STEPS.find((width) => Math.floor((max - min) / width) <= MAX_BINS) ?? 1000 * YEAR;
  return { min, max, step, count: Math.floor((max - min) / step) + 1 };
}

const MEASURED = 0;
const OTHER = 1;
const BLANK = 2;
const ERROR = 3;
type ValueClass = typeof MEASURED | typeof OTHER | typeof BLANK | typeof ERROR;

/** A value by its class, with its place on the scale, or 0. */
type ClassedValue = readonly [ValueClass, number];

/** Rows that pass: those with any value of a selected class; on the scale, those within. */
interface MeasuredSelection {
  readonly selectMeasured: boolean;
  readonly selectOther: boolean;
  readonly selectBlank: boolean;
  readonly selectError: boolean;
  readonly isWithin: (place: number) => boolean;
}

interface CountedRows {
  /** 1 for each counted row; undefined for all of them. */
  readonly rows: Uint8Array | undefined;
  /** Present where values of one class count once for each record. */
  readonly records: RecordIndex | undefined;
}

/** Values in each bin, and rows (or records) with a value on the scale, another, none, an error. */
interface Histogram {
  readonly bins: readonly number[];
  readonly counts: readonly number[];
}

/** Values of a grid's rows, on a scale. */
class MeasuredRows {
  readonly #placeOnScale: (value: ExpressionValue) => number | 'other' | 'error';
  readonly #places: Float64Array;
  readonly #classes: Uint8Array;
  /** Rows with an array; an empty one is nothing, not even blank. */
  readonly #several = new Map<number, readonly ClassedValue[]>();
  #min = Infinity;
  #max = -Infinity;

  /** `placeOnScale`: place or class of a value. */
  constructor(rowCount: number, placeOnScale: (value: ExpressionValue) => number | 'other' | 'error') {
    this.#placeOnScale = placeOnScale;
    this.#places = new Float64Array(rowCount);
    this.#classes = new Uint8Array(rowCount);
  }

  /** Least and greatest place; infinite without any. */
  get range(): readonly [min: number, max: number] {
    return [this.#min, this.#max];
  }

  add(rowIndex: number, value: ExpressionValue): void {
    if (Array.isArray(value)) {
      const elements: readonly ExpressionValue[] = value;
      this.#several.set(
        rowIndex,
        elements.map((element) => this.#classify(element)),
      );
      return;
    }
    const [valueClass, place] = this.#classify(value);
    this.#classes[rowIndex] = valueClass;
    this.#places[rowIndex] = place;
  }

  /** One byte for each row, 1 = passes. */
  passes(selection: MeasuredSelection): Uint8Array {
    const isSelected = ([valueClass, place]: ClassedValue): boolean => {
      switch (valueClass) {
        case MEASURED:
          return selection.selectMeasured && selection.isWithin(place);
        case OTHER:
          return selection.selectOther;
        case BLANK:
          return selection.selectBlank;
        case ERROR:
          return selection.selectError;
      }
    };
    return Uint8Array.from(this.#classes, (_, rowIndex) => (this.#valuesOf(rowIndex).some(isSelected) ? 1 : 0));
  }

  /** Without bins, counts alone. */
  histogram(bins: Bins | undefined, { rows: counted, records }: CountedRows): Histogram {
    const heights = new Array<number>(bins?.count ?? 0).fill(0);
    const counts = [0, 0, 0, 0];
    const isAnother = counts.map(() => oncePerRecord(records));
    for (let rowIndex = 0; rowIndex < this.#classes.length; rowIndex += 1) {
      if (counted !== undefined && counted[rowIndex] !== 1) continue;
      const values = this.#valuesOf(rowIndex);
      for (const valueClass of new Set(values.map(([one]) => one)))
        if (isAnother[valueClass]?.(rowIndex) === true) counts[valueClass] = (counts[valueClass] ?? 0) + 1;
      for (const [valueClass, place] of values) {
        if (valueClass !== MEASURED || bins === undefined) continue;
        const bin = Math.min(bins.count - 1, Math.max(0, Math.floor((place - bins.min) / bins.step)));
        heights[bin] = (heights[bin] ?? 0) + 1;
      }
    }
    return { bins: heights, counts };
  }

  #classify(value: ExpressionValue): ClassedValue {
    if (value === null || value === '') return [BLANK, 0];
    if (value instanceof ErrorValue) return [ERROR, 0];
    const place = this.#placeOnScale(value);
    if (place === 'other') return [OTHER, 0];
    if (place === 'error') return [ERROR, 0];
    this.#min = Math.min(this.#min, place);
    this.#max = Math.max(this.#max, place);
    return [MEASURED, place];
  }

  #valuesOf(rowIndex: number): readonly ClassedValue[] {
    // The array holds only classes.
    return (
      this.#several.get(rowIndex) ?? [[(this.#classes[rowIndex] ?? BLANK) as ValueClass, this.#places[rowIndex] ?? 0]]
    );
  }
}

/**
 * Rows whose two numbers, drawn as a point in a square, are inside a box of it, with sides from 0 to 1. Logarithmic
 * axes and rotation change the drawing only, never the rows. Throws as `evaluateEveryRow`.
 */
export function scatterplotFacet(config: ScatterplotFacetConfig, context: FacetContext): Facet {
  const { rowCount } = context.bound.grid;
  const xs = numbersOf(config.cx, config.ex);
  const ys = numbersOf(config.cy, config.ey);
  const placeX = axis(xs);
  const placeY = axis(ys);
  const fromX = config.from_x ?? 0;
  const toX = config.to_x ?? 1;
  const fromY = config.from_y ?? 0;
  const toY = config.to_y ?? 1;
  const isSelective = fromX > 0 || toX < 1 || fromY > 0 || toY < 1;
  return {
    passes: isSelective
      ? Uint8Array.from({ length: rowCount }, (_, rowIndex) => (isInside(rowIndex) ? 1 : 0))
      : undefined,
    asksForWholeRecord: false,
    summary: () => ({ ...config, from_x: fromX, to_x: toX, from_y: fromY, to_y: toY }),
  };

  function isInside(rowIndex: number): boolean {
    const [x, y] = [placeX(xs[rowIndex] ?? NaN), placeY(ys[rowIndex] ?? NaN)];
    return x >= fromX && x <= toX && y >= fromY && y <= toY;
  }

  function numbersOf(columnName: string, expression: string): Float64Array {
    const numbers = new Float64Array(rowCount).fill(NaN);
    evaluateEveryRow(context, columnName, expression, (rowIndex, value: ExpressionValue) => {
      if (typeof value === 'bigint' || typeof value === 'number') numbers[rowIndex] = Number(value);
    });
    return numbers;
  }
}

/** From a number to its place from 0 to 1 over the range of a histogram. */
function axis(numbers: Float64Array): (value: number) => number {
  let min = Infinity;
  let max = -Infinity;
  for (const value of numbers) {
    if (!Number.isFinite(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const bins = numberBins(min, max) ?? { min: 0, max: 1 };
  return (value) => (value - bins.min) / (bins.max - bins.min);
}

import type { ExpressionValue } from '../../expressions/expression-value.js';
import { DateValue } from '../../grid/cell-value.js';
import type { RangeFacetConfig, TimeRangeFacetConfig } from '../engine-config.js';
import { evaluateEveryRow, type Facet, type FacetContext } from './facet.js';
import { MeasuredRows, type CountedRows } from './measured-rows.js';
import { numberBins, timeBins, type Bins } from './number-bins.js';

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

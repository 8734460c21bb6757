import type { ExpressionValue } from '../../expressions/expression-value.js';
import { DateValue, ErrorValue } from '../../grid/cell-value.js';
import type { RangeFacetConfig, TimeRangeFacetConfig } from '../engine-config.js';
import { evaluateEveryRow, type Facet, type FacetContext } from './facet.js';
import { numberBins, timeBins, type Bins } from './number-bins.js';

const MEASURED = 0;
const OTHER = 1;
const BLANK = 2;
const ERROR = 3;
type ValueClass = typeof MEASURED | typeof OTHER | typeof BLANK | typeof ERROR;

/** How a facet of numbers and one of points in time differ. */
interface Measure {
  /** The place on the scale; undefined for a value that has none. */
  readonly measure: (value: ExpressionValue) => number | undefined;
  readonly bins: (min: number, max: number) => Bins | undefined;
  readonly isWithin: (place: number, from: number, to: number) => boolean;
  /** The name of what is on the scale, as it stands in the members of the answer. */
  readonly nameOfMeasured: 'Numeric' | 'Time';
  readonly nothingThere: string;
}

const NUMBERS: Measure = {
  measure: (value) => (typeof value === 'bigint' ? Number(value) : typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  bins: numberBins,
  isWithin: (place, from, to) => place >= from && place < to,
  nameOfMeasured: 'Numeric',
  nothingThere: 'No numeric value present.',
};

const TIMES: Measure = {
  measure: (value) => (value instanceof DateValue ? value.epochMs : undefined),
  bins: timeBins,
  isWithin: (place, from, to) => place >= from && place <= to,
  nameOfMeasured: 'Time',
  nothingThere: 'No time value present.',
};

/** Rows whose number lies from `from` to below `to`, with a histogram. Throws what `evaluateEveryRow` throws. */
export function rangeFacet(config: RangeFacetConfig, context: FacetContext): Facet {
  return measuredFacet(NUMBERS, { ...config, selectMeasured: config.selectNumeric, selectOther: config.selectNonNumeric }, context);
}

/** Rows whose date lies from `from` to `to`, both included, in milliseconds since 1970. */
export function timeRangeFacet(config: TimeRangeFacetConfig, context: FacetContext): Facet {
  return measuredFacet(TIMES, { ...config, selectMeasured: config.selectTime, selectOther: config.selectNonTime }, context);
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
  const { rowCount } = context.bound.grid;
  const places = new Float64Array(rowCount);
  const classes = new Uint8Array(rowCount);
  /** Rows whose expression gave an array. */
  const several = new Map<number, readonly (readonly [ValueClass, number])[]>();
  let min = Infinity;
  let max = -Infinity;
  const classify = (value: ExpressionValue): readonly [ValueClass, number] => {
    if (value === null || value === '') return [BLANK, 0];
    if (value instanceof ErrorValue) return [ERROR, 0];
    const place = kind.measure(value);
    if (place === undefined) return [OTHER, 0];
    min = Math.min(min, place);
    max = Math.max(max, place);
    return [MEASURED, place];
  };
  evaluateEveryRow(context, config.columnName, config.expression, (rowIndex, value) => {
    if (Array.isArray(value)) {
      const elements: readonly ExpressionValue[] = value;
      several.set(rowIndex, elements.length === 0 ? [[BLANK, 0]] : elements.map(classify));
      return;
    }
    const [valueClass, place] = classify(value);
    classes[rowIndex] = valueClass;
    places[rowIndex] = place;
  });
  // The array holds nothing but the classes that were put in.
  const valuesOf = (rowIndex: number): readonly (readonly [ValueClass, number])[] => several.get(rowIndex) ?? [[(classes[rowIndex] ?? BLANK) as ValueClass, places[rowIndex] ?? 0]];

  const from = config.from ?? -Infinity;
  const to = config.to ?? Infinity;
  const isSelective = config.from != null || config.to != null || !config.selectMeasured || !config.selectOther || !config.selectBlank || !config.selectError;
  const isSelected = ([valueClass, place]: readonly [ValueClass, number]): boolean => {
    switch (valueClass) {
      case MEASURED:
        return config.selectMeasured && kind.isWithin(place, from, to);
      case OTHER:
        return config.selectOther;
      case BLANK:
        return config.selectBlank;
      case ERROR:
        return config.selectError;
    }
  };

  return {
    passes: isSelective ? Uint8Array.from({ length: rowCount }, (_, rowIndex) => (valuesOf(rowIndex).some(isSelected) ? 1 : 0)) : undefined,
    asksForWholeRecord: false,
    summary: (counted) => {
      const members = { name: config.name, expression: config.expression, columnName: config.columnName };
      const bins = kind.bins(min, max);
      if (bins === undefined) return { ...members, error: kind.nothingThere };
      const all = histogram(bins, undefined);
      const some = counted === undefined ? all : histogram(bins, counted);
      const { nameOfMeasured } = kind;
      return {
        ...members,
        min: bins.min,
        max: bins.max,
        step: bins.step,
        bins: some.bins,
        baseBins: all.bins,
        from: config.from ?? bins.min,
        to: config.to ?? bins.max,
        ...countMembers('base', nameOfMeasured, all.counts),
        ...countMembers('', nameOfMeasured, some.counts),
      };
    },
  };

  function histogram(bins: Bins, counted: Uint8Array | undefined): { readonly bins: readonly number[]; readonly counts: readonly number[] } {
    const heights = new Array<number>(bins.count).fill(0);
    const counts = [0, 0, 0, 0];
    for (let rowIndex = 0; rowIndex < rowCount; rowIndex += 1) {
      if (counted !== undefined && counted[rowIndex] !== 1) continue;
      const values = valuesOf(rowIndex);
      for (const valueClass of new Set(values.map(([one]) => one))) counts[valueClass] = (counts[valueClass] ?? 0) + 1;
      for (const [valueClass, place] of values) {
        if (valueClass !== MEASURED) continue;
        const bin = Math.min(bins.count - 1, Math.max(0, Math.floor((place - bins.min) / bins.step)));
        heights[bin] = (heights[bin] ?? 0) + 1;
      }
    }
    return { bins: heights, counts };
  }
}

/** `baseNumericCount`, `baseNonNumericCount` …, or the same without `base`. */
function countMembers(prefix: 'base' | '', measured: 'Numeric' | 'Time', counts: readonly number[]): Readonly<Record<string, number>> {
  const names = [measured, `Non${measured}`, 'Blank', 'Error'];
  return Object.fromEntries(
    names.map((name, index) => [`${prefix === '' ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : `${prefix}${name}`}Count`, counts[index] ?? 0]),
  );
}

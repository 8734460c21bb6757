import type { ExpressionValue } from '../../expressions/expression-value.js';
import { ErrorValue } from '../../grid/cell-value.js';
import type { RecordIndex } from '../record-index.js';
import { oncePerRecord } from './facet.js';
import type { Bins } from './number-bins.js';

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

export interface CountedRows {
  /** 1 for each counted row; undefined for all of them. */
  readonly rows: Uint8Array | undefined;
  /** Present where values of one class count once for each record. */
  readonly records: RecordIndex | undefined;
}

/** Values in each bin, and rows (or records) with a value on the scale, another, none, an error. */
export interface Histogram {
  readonly bins: readonly number[];
  readonly counts: readonly number[];
}

/** Values of a grid's rows, on a scale. */
export class MeasuredRows {
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

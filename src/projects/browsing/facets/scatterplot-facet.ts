import type { ExpressionValue } from '../../expressions/expression-value.js';
import type { ScatterplotFacetConfig } from '../engine-config.js';
import { evaluateEveryRow, type Facet, type FacetContext } from './facet.js';
import { numberBins } from './number-bins.js';

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

import type { ExpressionValue } from '../../expressions/expression-value.js';
import type { ScatterplotFacetConfig } from '../engine-config.js';
import { evaluateEveryRow, type Facet, type FacetContext } from './facet.js';

/** Rows whose two numbers, drawn as a point in a square of `l` units, lie inside a box. Throws what `evaluateEveryRow` throws. */
export function scatterplotFacet(config: ScatterplotFacetConfig, context: FacetContext): Facet {
  const { rowCount } = context.bound.grid;
  const xs = numbersOf(config.cx, config.ex);
  const ys = numbersOf(config.cy, config.ey);
  const placeX = axis(xs, config.dim_x, config.l);
  const placeY = axis(ys, config.dim_y, config.l);
  const fromX = config.from_x ?? 0;
  const toX = config.to_x ?? config.l;
  const fromY = config.from_y ?? 0;
  const toY = config.to_y ?? config.l;
  const isSelective = fromX > 0 || toX < config.l || fromY > 0 || toY < config.l;
  return {
    passes: isSelective ? Uint8Array.from({ length: rowCount }, (_, rowIndex) => (isInside(rowIndex) ? 1 : 0)) : undefined,
    asksForWholeRecord: false,
    summary: () => ({ ...config, from_x: fromX, to_x: toX, from_y: fromY, to_y: toY }),
  };

  function isInside(rowIndex: number): boolean {
    const [x, y] = rotated(placeX(xs[rowIndex] ?? NaN), placeY(ys[rowIndex] ?? NaN), config);
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

/** From a number to its place from 0 to `length`, linear or logarithmic over the numbers that occur. */
function axis(numbers: Float64Array, dimension: 'lin' | 'log', length: number): (value: number) => number {
  let min = Infinity;
  let max = -Infinity;
  for (const value of numbers) {
    if (!Number.isFinite(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const range = max > min ? max - min : 1;
  return dimension === 'lin' ? (value) => ((value - min) * length) / range : (value) => (Math.log10(value - min + 1) * length) / Math.log10(range + 1);
}

/** Turned by 45 degrees about the middle of the square and shrunk so that its corners stay inside. */
function rotated(x: number, y: number, { r, l }: ScatterplotFacetConfig): readonly [number, number] {
  if (r === 'none') return [x, y];
  const angle = r === 'cw' ? -Math.PI / 4 : Math.PI / 4;
  const [dx, dy] = [(x - l / 2) / Math.SQRT2, (y - l / 2) / Math.SQRT2];
  return [l / 2 + dx * Math.cos(angle) - dy * Math.sin(angle), l / 2 + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

import { largestOf } from '../foundation/largest-of.js';

/**
 * The assignment of rows to columns with the maximum sum of gains, each column at most once (Kuhn and Munkres, with
 * potentials); `undefined` for a row without positive gain. Cost: rows² × (rows + columns).
 */
export function assignByGain(gains: readonly (readonly number[])[]): readonly (number | undefined)[] {
  const width = largestOf(
    gains.map((row) => row.length),
    0,
  );
  const [n, m] = [gains.length, width + gains.length];
  // An additional column for each row stands for "no counterpart", at no gain.
  const cost = (row: number, column: number): number => -Math.max(0, gains[row]?.[column] ?? 0);
  const rowPotential = new Float64Array(n + 1);
  const columnPotential = new Float64Array(m + 1);
  const rowOf = new Int32Array(m + 1);
  const before = new Int32Array(m + 1);
  for (let row = 1; row <= n; row++) {
    rowOf[0] = row;
    let column = 0;
    const least = new Float64Array(m + 1).fill(Infinity);
    const isUsed = new Uint8Array(m + 1);
    do {
      isUsed[column] = 1;
      const at = rowOf[column] ?? 0;
      let [delta, next] = [Infinity, 0];
      for (let j = 1; j <= m; j++) {
        if (isUsed[j] === 1) continue;
        const reduced = cost(at - 1, j - 1) - (rowPotential[at] ?? 0) - (columnPotential[j] ?? 0);
        if (reduced < (least[j] ?? Infinity)) {
          least[j] = reduced;
          before[j] = column;
        }
        if ((least[j] ?? Infinity) < delta) [delta, next] = [least[j] ?? Infinity, j];
      }
      for (let j = 0; j <= m; j++) {
        const owner = rowOf[j] ?? 0;
        if (isUsed[j] === 1) {
          rowPotential[owner] = (rowPotential[owner] ?? 0) + delta;
          columnPotential[j] = (columnPotential[j] ?? 0) - delta;
        } else least[j] = (least[j] ?? Infinity) - delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = before[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  const found: (number | undefined)[] = gains.map(() => undefined);
  for (let j = 1; j <= width; j++) {
    const row = (rowOf[j] ?? 0) - 1;
    if (row >= 0 && (gains[row]?.[j - 1] ?? 0) > 0) found[row] = j - 1;
  }
  return found;
}

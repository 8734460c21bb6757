/** One case with what is known of it and how it came out. */
export interface Example {
  /** Values of the terms; the first is the constant 1. */
  readonly terms: readonly number[];
  readonly right: boolean;
}

const MOST_STEPS = 40;
/** Weight of a whole collection, however many cases it has. */
const COLLECTION_WEIGHT = 1000;
/** A list with fewer cases than this is short and weighs this share of it. */
export const FEW_CASES = 200;
const SHARE_OF_FEW = 0.3;

/** The probability, 0–1, that these weights give. */
export function probabilityOf(terms: readonly number[], weights: readonly number[]): number {
  let odds = 0;
  for (const [i, term] of terms.entries()) odds += term * (weights[i] ?? 0);
  return Math.min(Math.max(1 / (1 + Math.exp(-odds)), 1e-6), 1 - 1e-6);
}

/**
 * Logistic regression by Newton's method: each collection weighs the same, but short lists three tenths, the squares of the distances
 * between the weights and those they are pulled towards, 0 unless others are given, are penalised (not of the first, the
 * constant), and a weight whose sign is forbidden stays 0. Deterministic.
 */
export function fitLogistic(collections: readonly (readonly Example[])[], signs: readonly (-1 | 0 | 1)[], penalty: number, towards: readonly number[] = []): readonly number[] {
  let active = signs.map(() => true);
  for (;;) {
    const weights = fitActive(collections, active, penalty, towards);
    const worst = weights.reduce((found, weight, i) => (weight * (signs[i] ?? 0) < 0 && Math.abs(weight) > Math.abs(weights[found] ?? 0) ? i : found), -1);
    if (worst === -1) return weights;
    active = active.map((was, i) => was && i !== worst);
  }
}

function fitActive(collections: readonly (readonly Example[])[], active: readonly boolean[], penalty: number, towards: readonly number[]): readonly number[] {
  const size = active.length;
  let weights: number[] = active.map(() => 0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    for (const examples of collections) {
      const share = (COLLECTION_WEIGHT * (examples.length < FEW_CASES ? SHARE_OF_FEW : 1)) / Math.max(1, examples.length);
      for (const { terms, right } of examples) {
        const probability = probabilityOf(terms, weights);
        const error = (Number(right) - probability) * share;
        const curve = probability * (1 - probability) * share;
        for (let i = 0; i < size; i++) {
          const term = terms[i] ?? 0;
          if (active[i] !== true || term === 0) continue;
          gradient[i] = (gradient[i] ?? 0) + error * term;
          for (let j = 0; j <= i; j++) if (active[j] === true) hessian[i * size + j] = (hessian[i * size + j] ?? 0) + curve * term * (terms[j] ?? 0);
        }
      }
    }
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++) hessian[j * size + i] = hessian[i * size + j] ?? 0;
      const own = active[i] === true ? (i === 0 ? 1e-6 : penalty) : 1;
      gradient[i] = active[i] === true ? (gradient[i] ?? 0) - (i === 0 ? 0 : penalty) * ((weights[i] ?? 0) - (towards[i] ?? 0)) : 0;
      hessian[i * size + i] = (hessian[i * size + i] ?? 0) + own;
    }
    const change = solve(hessian, gradient, size);
    weights = weights.map((weight, i) => weight + (change[i] ?? 0));
    if (Math.max(...Array.from(change, Math.abs)) < 1e-6) break;
  }
  return weights;
}

/** Gaussian elimination with the largest pivot. */
function solve(matrix: Float64Array, right: Float64Array, size: number): Float64Array {
  const at = (row: number, column: number): number => matrix[row * size + column] ?? 0;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i + 1; k < size; k++) if (Math.abs(at(k, i)) > Math.abs(at(pivot, i))) pivot = k;
    for (let j = 0; j < size; j++) [matrix[i * size + j], matrix[pivot * size + j]] = [at(pivot, j), at(i, j)];
    [right[i], right[pivot]] = [right[pivot] ?? 0, right[i] ?? 0];
    for (let k = i + 1; k < size; k++) {
      const factor = at(k, i) / at(i, i);
      for (let j = i; j < size; j++) matrix[k * size + j] = at(k, j) - factor * at(i, j);
      right[k] = (right[k] ?? 0) - factor * (right[i] ?? 0);
    }
  }
  const solution = new Float64Array(size);
  for (let i = size - 1; i >= 0; i--) {
    let sum = right[i] ?? 0;
    for (let j = i + 1; j < size; j++) sum -= at(i, j) * (solution[j] ?? 0);
    solution[i] = sum / at(i, i);
  }
  return solution;
}

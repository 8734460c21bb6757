import { largestOf } from '../foundation/largest-of.js';
import type { FoundKind } from '../values/value-form.js';
import type { ValueKind } from '../values/compare-values.js';
import type { ValueLevel } from '../values/value-level.js';

/*
 * Evidence from the agreement of a column and a property in pairs of rows and entities, compared with shuffled pairs.
 */

/** Bounds of the evidence, in nats. */
const MAX_FROM_PAIRS = 60;
/** Lower bound of the evidence, in nats. */
export const MIN_FROM_PAIRS = -9;
/** Assumed shares of right pairs: nearly equal names may also be of different entities. */
const RIGHT_SHARES = [0.4, 0.7, 0.95] as const;
/** Weight of the prior distribution of right pairs, in pairs. */
const PRIOR_PAIRS = 4;
/** Minimum probability of a level by chance. */
const MIN_SHARE = 0.01;
/** Minimum agreement, as a share of what is possible beyond chance. */
const MIN_ABOVE_CHANCE = 0.08;
/** Evidence against, in nats for each pair, where agreement does not exceed chance. */
const AGAINST_A_PAIR = 0.15;
/** Agreement of close and partly equal values, 0–1. */
const CLOSELY = 0.85;
const PARTLY = 0.25;
const MAX_SHUFFLED = 240;

/**
 * Prior shares of the levels in right pairs: different, partial, close and exact. Sources copy codes and dates
 * faithfully, unlike texts and quantities.
 */
const GENERAL_AGREEMENT: Readonly<Partial<Record<ValueKind, LevelCounts>> & Record<FoundKind, LevelCounts>> = {
  text: [0.15, 0.1, 0.2, 0.55],
  list: [0.1, 0.2, 0.25, 0.45],
  code: [0.08, 0.02, 0.05, 0.85],
  year: [0.07, 0.03, 0.1, 0.8],
  'small integer': [0.15, 0.05, 0.1, 0.7],
  number: [0.2, 0.2, 0.2, 0.4],
  duration: [0.1, 0.1, 0.3, 0.5],
  date: [0.05, 0.02, 0.08, 0.85],
  coordinates: [0.05, 0.05, 0.15, 0.75],
};

/** Weighted pairs that are different, partial, close and exact. */
export type LevelCounts = [number, number, number, number];

/** Share of agreement, 0–1; similar values count in part. */
export function agreementOf([different, partial, close, exact]: LevelCounts): number {
  const all = different + partial + close + exact;
  return all === 0 ? 0 : (PARTLY * partial + CLOSELY * close + exact) / all;
}

/**
 * The Bayes factor of the levels of pairs, in nats: for an alignment, they come from a distribution near that of right
 * pairs of this kind of values, mixed with some wrong pairs; otherwise from that of shuffled pairs
 * (Dirichlet-multinomials). Agreement below or little above chance is evidence against.
 */
export function fromPairs(pairs: LevelCounts, shuffled: LevelCounts, kind: ValueKind): number {
  const weight = sumOf(pairs);
  if (weight === 0) return 0;
  const chance = (agreementOf(shuffled) * sumOf(shuffled) + 0.5) / (sumOf(shuffled) + 10);
  const aboveChance = (agreementOf(pairs) - chance) / Math.max(0.02, 1 - chance);
  if (aboveChance < MIN_ABOVE_CHANCE) return Math.max(MIN_FROM_PAIRS, -AGAINST_A_PAIR * weight);
  const general = GENERAL_AGREEMENT[kind] ?? GENERAL_AGREEMENT.text;
  const strength = Math.min(MAX_SHUFFLED, sumOf(shuffled));
  const other = shuffled.map((n) => n / Math.max(1, sumOf(shuffled)));
  const against = logLikelihood(
    pairs,
    other.map((share) => 0.5 + share * strength),
  );
  const likelihoods = RIGHT_SHARES.map((right) =>
    logLikelihood(
      pairs,
      other.map(
        (share, level) => PRIOR_PAIRS * (right * (general[level] ?? 0) + (1 - right) * Math.max(MIN_SHARE, share)),
      ),
    ),
  );
  const most = largestOf(likelihoods);
  const likelihood = most + Math.log(sumOf(likelihoods.map((one) => Math.exp(one - most))) / likelihoods.length);
  return Math.max(MIN_FROM_PAIRS, Math.min(MAX_FROM_PAIRS, likelihood - against));
}

/** The log likelihood of counts with Dirichlet distributed shares, without constant terms. */
function logLikelihood(counts: readonly number[], alphas: readonly number[]): number {
  const each = counts.map((n, i) => logGamma(n + (alphas[i] ?? 1)) - logGamma(alphas[i] ?? 1));
  return logGamma(sumOf(alphas)) - logGamma(sumOf(alphas) + sumOf(counts)) + sumOf(each);
}

/** Stirling's series, after shifting the argument to its range. */
function logGamma(x: number): number {
  let [value, at] = [0, x];
  for (; at < 7; at++) value -= Math.log(at);
  return value + (at - 0.5) * Math.log(at) - at + 0.9189385332046727 + 1 / (12 * at) - 1 / (360 * at ** 3);
}

/** The sum of the numbers. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}

/** Counts one pair of this level and weight; ignores `missing`. */
export function addLevel(counts: LevelCounts, level: ValueLevel, weight: number): void {
  if (level !== 'missing') counts[PLACES[level]] += weight;
}

const PLACES = { different: 0, partial: 1, close: 2, exact: 3 } as const;

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

import { MISSING } from './comparison-level.js';
import { nameClassOf, type ComparedQuery } from './compared-query.js';
import { largestOf } from '../foundation/largest-of.js';

/*
 * Fellegi and Sunter (1969): each property gives the logarithm of how much more often right pairs have its level than wrong ones. A query has one right candidate
 * or none, so the candidates compete.
 */

/** Shares of levels, positions as in `LEVELS`; that of `missing` is 0, and the others sum to 1. */
export type LevelShares = readonly number[];

/** What is known of the pairs of one file with one dataset. */
export interface PairModel {
  /** Of right pairs, for each property ("m"). */
  readonly right: readonly LevelShares[];
  /** Of wrong pairs, for each class of names and each property ("u"). */
  readonly wrong: readonly (readonly LevelShares[])[];
  /** For each level of names, the logarithm of the odds that a candidate of that level is right, before its properties and relative to all queries with an answer. */
  readonly nameWeights: readonly number[];
  /** Share of the queries that mean nothing in the dataset. */
  readonly noneShare: number;
  /** Expected numbers of pairs in which the property is known on both sides: right ones by property, wrong ones by class of names and property. Absent before anything is learned. */
  readonly pairs?: { readonly right: readonly number[]; readonly wrong: readonly (readonly number[])[] };
}

/** How probable each candidate is, and that none of them is meant; together 1. */
export interface Posterior {
  readonly candidates: readonly number[];
  readonly none: number;
}

/** Share of queries without an answer that the service's own probabilities reckon with. */
const ASSUMED_NONE_SHARE = 0.15;
/** How far a file's own share of queries without an answer moves a probability that was calibrated for the assumed one. */
const ANCHOR_MOVED_BY = 0.5;
const SUREST = 0.999;

/** The weight of one candidate in nats: name and properties. */
function pairWeight(model: PairModel, { nameLevel, anchor, levels }: ComparedQuery[number]): number {
  let weight = anchor === undefined ? (model.nameWeights[nameLevel] ?? 0) : anchorWeight(anchor, model.noneShare);
  const wrong = model.wrong[nameClassOf(nameLevel)];
  for (let property = 0; property < levels.length; property++) {
    const level = levels[property] ?? MISSING;
    if (level !== MISSING)
      weight += Math.log((model.right[property]?.[level] ?? 1) / (wrong?.[property]?.[level] ?? 1));
  }
  return weight;
}

/** The odds of the service as a weight, moved half of the way to this file's share of queries without an answer. */
function anchorWeight(probability: number, noneShare: number): number {
  const assumed = logit(1 - ASSUMED_NONE_SHARE);
  return (
    logit(Math.min(SUREST, Math.max(1 - SUREST, probability))) -
    assumed +
    ANCHOR_MOVED_BY * (assumed - logit(1 - noneShare))
  );
}

/** What the model says of one query. */
export function posteriorOf(model: PairModel, query: ComparedQuery): Posterior {
  const { noneShare } = model;
  const weights = query.map((candidate) => pairWeight(model, candidate));
  // The greatest is taken out of the exponents, so that they stay within numbers.
  const top = largestOf(weights, 0);
  const parts = weights.map((weight) => (1 - noneShare) * Math.exp(weight - top));
  const none = noneShare * Math.exp(-top);
  const sum = parts.reduce((a, b) => a + b, none);
  return { candidates: parts.map((part) => part / sum), none: none / sum };
}

/** For each candidate the probability that it or one of its twins is meant. */
export function withTwins(query: ComparedQuery, { candidates }: Posterior): readonly number[] {
  const sums = new Float64Array(query.length);
  query.forEach(({ twin }, at) => {
    sums[twin] = (sums[twin] ?? 0) + (candidates[at] ?? 0);
  });
  return query.map(({ twin }) => sums[twin] ?? 0);
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

import type { NameEvidence } from './name-comparer.js';

/** What the probability of the first candidate depends on. */
export interface MatchFacts {
  /** 0–1, the kind of the label counted in. */
  readonly nameSimilarity: number;
  /** By how much its name is nearer than that of any other candidate, 0–1; negative when properties put it first. */
  readonly nameLead: number;
  /** How its name compares; `undefined` without a name. */
  readonly name: NameEvidence | undefined;
  /** Share of the words of the query that the dataset knows, 0–1. */
  readonly knownWords: number;
  /** Natural logarithm of the number of entities plus one: the weight of a word that only one of them has. */
  readonly uniqueWeight: number;
  /** Entities that have exactly this name; 1 when it is its alone, or not equal. */
  readonly sharing: number;
  /** Sum of the weights of the properties that speak for it, and against it (negative). */
  readonly supporting: number;
  readonly opposing: number;
  /** Weight of its properties less that of the next candidate's; 0 without properties. */
  readonly evidenceLead: number;
}

/**
 * Coefficients of a logistic regression, fitted on seven collections of queries with known answers, each weighing the
 * same (bench/quality). They are general: what is particular to a dataset enters through word weights, name leads and
 * the threshold (neighbour-model.ts).
 */
export const MATCH_WEIGHTS = {
  constant: -2.9,
  similarityOdds: 0.47,
  equal: 0.81,
  nameLead: 9.4,
  onlyQuery: -0.97,
  /** For the share of the query that stands around a name which it contains: it may be anything. */
  aroundContained: 1.84,
  numberMissing: 0.56,
  information: 0.83,
  knownWords: 0.84,
  sharing: -1.11,
  supporting: 0.38,
  opposing: 1.8,
  evidenceLead: 0.25,
};

/** Estimated probability, 0–1, that the first candidate is what the query means. */
export function matchProbability(facts: MatchFacts): number {
  const { name } = facts;
  const similarity = clamp(facts.nameSimilarity, 0.05, 0.985);
  let odds = MATCH_WEIGHTS.constant;
  odds += MATCH_WEIGHTS.similarityOdds * Math.log(similarity / (1 - similarity));
  odds += MATCH_WEIGHTS.nameLead * Math.min(facts.nameLead, 0.3);
  odds += MATCH_WEIGHTS.knownWords * facts.knownWords;
  odds += MATCH_WEIGHTS.sharing * Math.log(facts.sharing);
  odds += MATCH_WEIGHTS.supporting * Math.min(facts.supporting, 8);
  odds += MATCH_WEIGHTS.opposing * Math.max(facts.opposing, -5);
  odds += MATCH_WEIGHTS.evidenceLead * clamp(facts.evidenceLead, -6, 6);
  if (name !== undefined) {
    const query = name.matched + name.onlyQuery;
    const around = query === 0 ? 0 : name.onlyQuery / query;
    odds += MATCH_WEIGHTS.onlyQuery * around + MATCH_WEIGHTS.aroundContained * Number(name.contained) * around;
    odds += MATCH_WEIGHTS.equal * Number(name.similarity === 1);
    odds += MATCH_WEIGHTS.numberMissing * Number(name.numberMissing);
    odds += MATCH_WEIGHTS.information * Math.min(name.matched / facts.uniqueWeight, 3);
  }
  return 1 / (1 + Math.exp(-odds));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

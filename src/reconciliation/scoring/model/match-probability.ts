import { TELLS_APART, type NameEvidence } from '../names/name-evidence.js';

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
  /** Weight of the words of a usual name of the dataset. */
  readonly usualWeight: number;
  /** Whether the query is this name and one word more in one piece, shared among the words of the name, 0–1 (one-word-more.ts). */
  readonly oneWordMore: number;
  /** Weight of another name that the query contains in a part that this one does not explain; 0 for none. */
  readonly containedBesides: number;
  /** Whether this name and that one together are all there is to the query: "Tom and Jerry" is neither of them. */
  readonly listed: boolean;
  /** Entities that have exactly this name; 1 when it is its alone, or not equal. */
  readonly sharing: number;
  /** Sum of the weights of the properties that speak for it, and against it (negative). */
  readonly supporting: number;
  readonly opposing: number;
  /** Weight of its properties less that of the next candidate's; 0 without properties. */
  readonly evidenceLead: number;
  /** Whether name or properties have a code in common with the query. */
  readonly code: boolean;
}

/**
 * Coefficients of a logistic regression, fitted on seven collections of queries with known answers, each weighing the same, and then, pulled
 * towards what these gave, on short lists of other kinds, too (bench/quality/fit-match-probability.ts makes this table). None may have the sign that
 * reason forbids. `numbersDiffer` counts for more than was fitted, so that no name with another number is matched. They are general: what is
 * particular to a dataset enters through word weights, name leads and the threshold (neighbour-model.ts).
 */
export const MATCH_WEIGHTS = {
  constant: -1.54,
  similarityOdds: 0.37,
  equal: 0.39,
  nameLead: 5.88,
  onlyQuery: -0.35,
  containedShort: -2.17,
  oneWordMore: -2.91,
  containedBesides: -1.09,
  listed: -0.69,
  onlyLabel: -0.16,
  unlike: -1.09,
  apartQuery: -1.37,
  apartLabel: -1.4,
  numbersDiffer: -1,
  information: 0.94,
  knownWords: 1,
  sharing: -1.92,
  supporting: 0.42,
  opposing: 1.97,
  evidenceLead: 0.32,
  code: 1,
};

export type MatchTerm = keyof typeof MATCH_WEIGHTS;

/**
 * Where name and query each have a telling word that the other lacks, they may be two works of one author and year: then agreeing properties count
 * this much of what they would.
 */
const SHARE_AMONG_SIBLINGS = 0.3;

/** What each coefficient is multiplied with. */
export function matchTerms(facts: MatchFacts): Readonly<Record<MatchTerm, number>> {
  const { name } = facts;
  const onlyQuery = name === undefined ? 0 : shareOf(name.onlyQuery, name.matched);
  const onlyLabel = name === undefined ? 0 : shareOf(name.onlyLabel, name.matched);
  const siblings = name !== undefined && Math.min(name.apartQuery, name.apartLabel) >= TELLS_APART ? SHARE_AMONG_SIBLINGS : 1;
  // Of a name that the query contains, only the name itself is judged here; what stands around it is a term of its own.
  const similarity = clamp(Math.max(facts.nameSimilarity, leastSimilarity(name, onlyLabel)), 0.05, 0.985);
  return {
    constant: 1,
    similarityOdds: Math.log(similarity / (1 - similarity)),
    equal: Number(name?.similarity === 1 || name?.sameButSpaces === true),
    nameLead: Math.min(facts.nameLead, 0.3),
    // What stands around a name that the query contains may be anything, provided that it is as long as names are here: in a
    // list of persons, "Cook" in "Peter Cook" is half a name. What is left over otherwise speaks against it.
    onlyQuery: name?.contained === true ? 0 : onlyQuery,
    containedShort: name?.contained === true && facts.usualWeight > 0 ? Math.max(0, 1 - name.matched / facts.usualWeight) : 0,
    oneWordMore: facts.oneWordMore,
    containedBesides: Math.min(facts.containedBesides / facts.uniqueWeight, 2),
    listed: Number(facts.listed),
    onlyLabel,
    unlike: name?.unlike ?? 0,
    apartQuery: name?.apartQuery ?? 0,
    apartLabel: name?.apartLabel ?? 0,
    numbersDiffer: Number(name?.numbersDiffer === true),
    information: name === undefined ? 0 : Math.min(name.matched / facts.uniqueWeight, 3),
    knownWords: facts.knownWords,
    sharing: Math.log(facts.sharing),
    supporting: siblings * Math.min(facts.supporting, 8),
    opposing: Math.max(facts.opposing, -5),
    evidenceLead: clamp(facts.evidenceLead, -6, 6) * (facts.evidenceLead > 0 ? siblings : 1),
    code: Number(facts.code),
  };
}

const TERMS = Object.entries(MATCH_WEIGHTS) as readonly (readonly [MatchTerm, number])[]; // the keys of the table are the terms

/** Estimated probability, 0–1, that the first candidate is what the query means. */
export function matchProbability(facts: MatchFacts): number {
  const terms = matchTerms(facts);
  let odds = 0;
  for (const [term, weight] of TERMS) odds += weight * terms[term];
  return 1 / (1 + Math.exp(-odds));
}

/** What a name counts as alike at least, 0–1, whatever letters it has in common with the query. */
function leastSimilarity(name: NameEvidence | undefined, onlyLabel: number): number {
  return name?.contained === true ? 1 - onlyLabel : 0;
}

function shareOf(part: number, rest: number): number {
  return part + rest === 0 ? 0 : part / (part + rest);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

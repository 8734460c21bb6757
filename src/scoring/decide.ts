import type { DatasetSnapshot } from './snapshot.js';

/** A candidate as the decision sees it. */
export interface WeighedCandidate {
  /** Evidence, in nats. */
  readonly nats: number;
  /** Candidates with the same number are what the dataset itself cannot tell apart. */
  readonly twins: number;
  /** The part of the text that it is the name of as a whole, counted from 0; -1: the text as a whole is compared. What is named beside another thing is no rival of it. */
  readonly part?: number | undefined;
}

/** Decision on the candidates of one query. */
export interface Decision {
  /** For the candidates given, in their order; those that are rivals of each other make 1 with nothing. Twins share what is theirs together. */
  readonly probabilities: readonly number[];
  /** The probability that nothing in the dataset is meant. */
  readonly nothing: number;
  /** The place of the candidate with the most nats, the first of several; -1 without candidates. */
  readonly best: number;
  /** The probability of the best candidate and its twins together. */
  readonly probability: number;
}

/** A softmax over the candidates and the null. Cost: a pass over the candidates. */
export function decide(candidates: readonly WeighedCandidate[], nullNats: number): Decision {
  let [best, greatest] = [-1, nullNats];
  for (const [i, { nats }] of candidates.entries()) {
    if (best < 0 || nats > (candidates[best]?.nats ?? 0)) best = i;
    greatest = Math.max(greatest, nats);
  }
  const shares = candidates.map(({ nats }) => Math.exp(nats - greatest));
  const ofNull = Math.exp(nullNats - greatest);
  const sumFor = sumsOfRivals(candidates, shares, ofNull);
  const sum = sumFor(candidates[best]?.part);
  const twins = candidates[best]?.twins;
  let probability = 0;
  for (const [i, own] of candidates.entries()) if (own.twins === twins) probability += (shares[i] ?? 0) / sum;
  return {
    probabilities: shares.map((share, i) => share / sumFor(candidates[i]?.part)),
    nothing: ofNull / sum,
    best,
    probability,
  };
}

/** The sum of the shares of a candidate that names this part of the text, of all its rivals and of the null. */
function sumsOfRivals(
  candidates: readonly WeighedCandidate[],
  shares: readonly number[],
  ofNull: number,
): (part: number | undefined) => number {
  const ofParts = new Map<number, number>();
  let [all, ofAnyPart] = [ofNull, 0];
  for (const [i, { part = -1 }] of candidates.entries()) {
    const share = shares[i] ?? 0;
    all += share;
    if (part < 0) continue;
    ofAnyPart += share;
    ofParts.set(part, (ofParts.get(part) ?? 0) + share);
  }
  return (part = -1) => (part < 0 ? all : all - ofAnyPart + (ofParts.get(part) ?? 0));
}

/** Errors among matches that are just sure enough, as a multiple of those among all matches: most of the errors that the wanted precision allows are there. Counted on the lists that the weights were fitted on. */
const ERRORS_AT_THRESHOLD = 5;

/** The same for rows that a whole file decides, which err less. */
export const ERRORS_WITH_FILE = 17 / 3;

/** The least probability that is matched, 0–1: as the precision that is wanted demands, or what the manifest states in its place. */
export function matchThreshold(
  {
    tuning,
    dataset,
  }: {
    readonly tuning?: DatasetSnapshot['tuning'] | undefined;
    readonly dataset: Pick<DatasetSnapshot['dataset'], 'metadata'>;
  },
  errorsAtThreshold = ERRORS_AT_THRESHOLD,
): number {
  return tuning?.matchThreshold ?? Math.max(0.5, 1 - errorsAtThreshold * (1 - dataset.metadata.targetPrecision));
}

/** The second of two candidates may be meant as well with this share of the probability of the first. */
const NEARLY = 0.75;

/** Whether the second of two candidates is nearly as probable as the first, so that a person has to say which is meant. */
export function isNearlyAsProbable(
  first: { readonly probability: number },
  second: { readonly probability: number },
): boolean {
  return second.probability >= NEARLY * first.probability;
}

/** Whether a candidate may be meant at all, and is not merely the nearest that the dataset has. `score`: 0–100. */
export function isPlausible({ score, probability }: { readonly score: number; readonly probability: number }): boolean {
  // Of many homonyms none is probable, and each may be meant.
  return score >= 75 || (score >= 50 ? probability >= 0.05 : probability >= 0.5);
}

/** Whether the first of candidates from several datasets is a match, by score descending: where its own dataset alone has a match, and no other has its score. An entity that is in two datasets is left to a person. */
export function isMatchOfSeveral(candidates: readonly { readonly score: number; readonly match: boolean }[]): boolean {
  const [first, second] = candidates;
  return (
    first?.match === true &&
    candidates.filter(({ match }) => match).length === 1 &&
    (second === undefined || second.score < first.score)
  );
}

/** Nats that a name may fall behind the query itself for its score to fall to a half, about. */
const SCALE = 5;

/** The score that people see, 0–100 with two decimals: a monotone image of the nats, 100 from what the query has in common with itself on. */
export function scoreOf(nats: number, selfNats: number): number {
  return Math.round(Math.min(1e4, 2e4 / (1 + Math.exp((selfNats - nats) / SCALE)))) / 100;
}

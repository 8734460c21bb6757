import type { DatasetSnapshot } from './dataset-snapshot.js';
import { nullNats, nullValues } from './evidence/null-candidate.js';
import { weights } from './evidence/weights.js';
import { rowOf, type RankedCandidates } from './scored-entity.js';
import { countHomonyms } from './retrieve-candidates.js';
import { weighCandidate, type CandidateEvidence } from './weigh-candidates.js';

/** What is decided of the candidates of one query. */
export interface MatchDecision {
  /** Whether the first candidate is the one meant. */
  readonly match: boolean;
  /** For the candidates given, in their order; with that of the null candidate they make 1. */
  readonly probabilities: readonly number[];
  /** The probability that nothing in the dataset is meant. */
  readonly nothing: number;
  /** Points between the first and the second; 100 without a second. */
  readonly lead: number;
  /** Entities of the types asked for with exactly the name by which the first was found; 1 when it is alone. */
  readonly sharing: number;
  /** How much speaks for each candidate, in nats; of those far behind, reckoned from their scores. */
  readonly nats: readonly number[];
  /** How much must speak for a candidate before it is rather meant than nothing in the dataset, as logarithm of odds; 0 without candidates. */
  readonly nullNats: number;
  /** What speaks for and against the first candidates. */
  readonly weighed: readonly CandidateEvidence[];
  /** The values of the terms of the null candidate (null-candidate.ts); empty without candidates. */
  readonly nullValues: readonly number[];
}

/** Candidates of which all evidence is weighed; those behind them have less by a unit for each point of their scores. */
const MOST_WEIGHED = 8;

/**
 * The probabilities are a softmax over the candidates and a null candidate, whose height comes from the dataset and the query. At most the first candidate matches: its score must be strictly the
 * highest, no other candidate more probable, its probability high enough for the precision that is wanted, and it must meet every preference. `outside`: how much speaks, in nats, for entities that the types asked for exclude and whose names are clearly better; they count as nothing in the dataset. Cost: a look at the tokens of eight names.
 */
export function decideMatch(ranked: RankedCandidates, outside = -Infinity): MatchDecision {
  const { scored, snapshot } = ranked;
  const [first, second] = scored;
  if (first === undefined)
    return {
      match: false,
      probabilities: [],
      nothing: 1,
      lead: 0,
      sharing: 0,
      nats: [],
      nullNats: 0,
      weighed: [],
      nullValues: [],
    };
  const weighed = scored.slice(0, MOST_WEIGHED).map((candidate) => weighCandidate(ranked, candidate));
  const [best] = weighed;
  const last = weighed.at(-1);
  const nats = scored.map(
    ({ score }, i) => weighed[i]?.nats ?? (last?.nats ?? 0) + score - (scored[MOST_WEIGHED - 1]?.score ?? 0),
  );
  const ofNothing = nullValues(ranked, best);
  const height = eitherOf(nullNats(ofNothing), outside);
  const greatest = nats.reduce((a, b) => Math.max(a, b), height);
  const shares = nats.map((own) => Math.exp(own - greatest));
  const ofNull = Math.exp(height - greatest);
  const sum = shares.reduce((a, b) => a + b, ofNull);
  const probability = (shares[0] ?? 0) / sum;
  const isSurest = shares.every((share) => share / sum <= probability);
  // Scores put the candidates in order; none behind the first is told to be more probable.
  const probabilities = shares.map((share) => Math.min(share / sum, probability));
  const lead = second === undefined ? 100 : first.score - second.score;
  const match = lead > 0 && first.typeHeld && isSurest && probability >= matchThreshold(snapshot);
  return {
    match,
    probabilities,
    nothing: 1 - probabilities.reduce((a, b) => a + b, 0),
    lead,
    sharing: entitiesSharing(ranked),
    nats,
    nullNats: height,
    weighed,
    nullValues: ofNothing,
  };
}

/** The nats of two alternatives together. */
export function eitherOf(a: number, b: number): number {
  const [greater, less] = a > b ? [a, b] : [b, a];
  return less === -Infinity ? greater : greater + Math.log1p(Math.exp(less - greater));
}

/** The least probability that is matched, 0–1. A threshold that the manifest states goes before the one that follows from the precision that is wanted. */
export function matchThreshold({ tuning, dataset }: DatasetSnapshot): number {
  return (
    tuning?.matchThreshold ?? Math.max(0.5, 1 - weights().errorsAtThreshold * (1 - dataset.metadata.targetPrecision))
  );
}

/** Entities of the types asked for that have exactly the name of the first, itself among them. */
function entitiesSharing({ snapshot, plan, scored: [first] }: RankedCandidates): number {
  if (first === undefined || rowOf(first) < 0 || !first.equal) return 1;
  return Math.max(1, countHomonyms(snapshot, snapshot.candidateIndex.labels.foldedOf(rowOf(first)), plan.types.holds));
}

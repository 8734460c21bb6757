import type { DatasetGeneration } from './dataset-generation.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import { comparerOf, type ScoredEntity } from './score-candidates.js';
import type { NameEvidence } from './scoring/name-comparer.js';
import { matchProbability } from './scoring/match-probability.js';

export interface MatchDecision {
  /** Whether the first candidate is the one meant. */
  readonly match: boolean;
  /** For the candidates given, in their order. */
  readonly probabilities: readonly number[];
  /** Points between the first and the second; 100 without a second. */
  readonly lead: number;
  /** Entities of the types asked for with exactly the label by which the first was found. */
  readonly sharing: number;
}

/** At most the first candidate matches: its score must be strictly the highest and its probability reach what the dataset's target precision asks. */
export function decideMatch(generation: DatasetGeneration, plan: RetrievalPlan, scored: readonly ScoredEntity[]): MatchDecision {
  const first = scored[0];
  if (first === undefined) return { match: false, probabilities: [], lead: 0, sharing: 0 };
  const second = scored[1];
  const lead = second === undefined ? 100 : first.score - second.score;
  const sharing = entitiesSharing(generation, plan, first);
  const facts = { first, name: nameOf(generation, plan, first), lead, sharing, neighbours: generation.scoring.neighbours };
  const probability = matchProbability(facts);
  const match = lead > 0 && first.typeHeld && probability >= matchThreshold(generation.dataset.metadata.targetPrecision);
  const rest = 1 - probability;
  const weights = scored.map((candidate, i) => (i === 0 ? 0 : Math.exp((candidate.score - first.score) / 8)));
  const sum = weights.reduce((a, b) => a + b, 0) + 0.5;
  const probabilities = scored.map((_, i) => (i === 0 ? probability : (rest * (weights[i] ?? 0)) / sum));
  return { match, probabilities, lead, sharing };
}

/** The least probability that is matched: matches above it are right more often than it says, so it may lie below the precision wanted. */
export function matchThreshold(targetPrecision: number): number {
  return 1 - Math.min(0.9, (1 - targetPrecision) * 5);
}

function nameOf(generation: DatasetGeneration, plan: RetrievalPlan, candidate: ScoredEntity): NameEvidence | undefined {
  if (plan.label === undefined || candidate.row < 0) return undefined;
  const comparer = comparerOf(generation.candidateIndex.labels);
  comparer.begin(plan.label);
  comparer.compare(candidate.row);
  return comparer.evidence();
}

function entitiesSharing(generation: DatasetGeneration, plan: RetrievalPlan, candidate: ScoredEntity): number {
  if (candidate.row < 0 || !candidate.equal) return 1;
  const { labels } = generation.candidateIndex;
  const entities = new Set<number>();
  for (const row of labels.rowsWithFolded(labels.foldedOf(candidate.row))) {
    const entity = labels.entityOf(row);
    if (plan.types.holds(entity)) entities.add(entity);
  }
  return Math.max(1, entities.size);
}

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

/** Others looked at for the lead by name. */
const RIVALS = 30;
/** Points of score in which the rest of the probability falls to about a third among the other candidates. */
const FALL = 8;

/**
 * At most the first candidate matches: its score must be strictly the highest and its probability reach the threshold of
 * the dataset. An entity outside a preferred type never matches by itself.
 */
export function decideMatch(generation: DatasetGeneration, plan: RetrievalPlan, scored: readonly ScoredEntity[]): MatchDecision {
  const first = scored[0];
  if (first === undefined) return { match: false, probabilities: [], lead: 0, sharing: 0 };
  const second = scored[1];
  const lead = second === undefined ? 100 : first.score - second.score;
  const sharing = entitiesSharing(generation, plan, first);
  const probability = probabilityOf(generation, plan, scored, first, sharing);
  const match = lead > 0 && first.typeHeld && probability >= matchThreshold(generation);
  const weights = scored.map((candidate, i) => (i === 0 ? 0 : Math.exp((candidate.score - first.score) / FALL)));
  const sum = weights.reduce((a, b) => a + b, 0) + 0.5;
  const probabilities = weights.map((weight, i) => (i === 0 ? probability : ((1 - probability) * weight) / sum));
  return { match, probabilities, lead, sharing };
}

function probabilityOf(generation: DatasetGeneration, plan: RetrievalPlan, scored: readonly ScoredEntity[], first: ScoredEntity, sharing: number): number {
  const { properties } = first;
  if (properties?.identified === true && !properties.contradicted) return 0.999;
  if (first.named && !first.idIsName && properties?.contradicted !== true) return 1;
  let rival = 0;
  for (let i = 1; i < scored.length && i < RIVALS; i++) rival = Math.max(rival, scored[i]?.nameSimilarity ?? 0);
  const next = scored[1]?.properties?.weight ?? 0;
  return matchProbability({
    nameSimilarity: first.nameSimilarity,
    nameLead: first.nameSimilarity - rival,
    name: nameOf(generation, plan, first),
    knownWords: knownWords(generation, plan),
    uniqueWeight: Math.log(generation.dataset.entities.size + 1),
    sharing,
    supporting: properties?.supporting ?? 0,
    opposing: properties?.opposing ?? 0,
    evidenceLead: properties === undefined ? 0 : properties.weight - next,
  });
}

/**
 * The least probability that is matched: half-way between what the precision wanted asks of any dataset, and what this
 * dataset asks by itself, namely that of its entities, were they missing, no more than about one and a half times the
 * errors allowed are taken for a neighbour. Matches are mostly far above the threshold, so it lies below the precision
 * wanted.
 */
export function matchThreshold(generation: DatasetGeneration): number {
  const errors = 1 - generation.dataset.metadata.targetPrecision;
  const { percentiles } = generation.scoring.neighbours;
  const own = percentiles[Math.max(0, Math.round(100 * (1 - 1.5 * errors)))] ?? 0;
  const general = 1 - 2.5 * errors;
  return Math.max(0.5, (general + own) / 2);
}

function knownWords(generation: DatasetGeneration, plan: RetrievalPlan): number {
  const tokens = plan.label?.tokens ?? [];
  const { vocabulary } = generation.candidateIndex.labels;
  let known = 0;
  for (const token of tokens) if (vocabulary.idOf(token) >= 0) known++;
  return tokens.length === 0 ? 0 : known / tokens.length;
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

import type { LabelTable } from '../search/label-table.js';
import type { DatasetGeneration } from './dataset-generation.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import type { RetrievedRows } from './retrieve-candidates.js';
import { createNameComparer, type NameComparer, type NameEvidence } from './scoring/name-comparer.js';
import { propertyEvidence, type PreparedCondition, type PropertyEvidence } from './scoring/property-evidence.js';

/** An entity with all that was found for and against it. */
export interface ScoredEntity {
  readonly entity: number;
  /** The label that is nearest to the query; -1 when there was no name to compare. */
  readonly row: number;
  /** 0–1, the label's kind already counted in. */
  readonly nameSimilarity: number;
  readonly name: NameEvidence;
  readonly equal: boolean;
  /** The query text was its identifier. */
  readonly named: boolean;
  /** False when a preferred type is not held. */
  readonly typeHeld: boolean;
  readonly properties: PropertyEvidence | undefined;
  /** 0–100, two decimals. */
  readonly score: number;
}

/** How much a label counts by its kind. */
export const LABEL_SHARE = { name: 1, alias: 0.99, transliteration: 0.97 } as const;
const SHARE_OUTSIDE_TYPE = 0.8;
/** What one unit of evidence from properties moves on the logistic scale of the score. */
const PROPERTY_FORCE = 0.55;
/** Entities whose record is read for properties, by name. */
const MOST_READ = 30;

const comparers = new WeakMap<LabelTable, NameComparer>();

/** One comparer a label table; it may be used by one caller at a time, which holds because scoring is synchronous. */
export function comparerOf(labels: LabelTable): NameComparer {
  let comparer = comparers.get(labels);
  if (comparer === undefined) {
    comparer = createNameComparer(labels);
    comparers.set(labels, comparer);
  }
  return comparer;
}

/** Best first, ties by id. Cost: one comparison a row; with properties, a record decoded for the nearest thirty. */
export function scoreCandidates(generation: DatasetGeneration, plan: RetrievalPlan, conditions: readonly PreparedCondition[], found: RetrievedRows): readonly ScoredEntity[] {
  const { labels } = generation.candidateIndex;
  const comparer = comparerOf(labels);
  const named = new Set(plan.named);
  const byEntity = new Map<number, ScoredEntity>();
  if (plan.label !== undefined) comparer.begin(plan.label);
  for (let k = 0; k < found.rows.length; k++) {
    const row = found.rows[k] ?? 0;
    const entity = found.entities[k] ?? 0;
    const evidence = comparer.compare(row);
    const nameSimilarity = evidence.similarity * labelShare(labels, row);
    const known = byEntity.get(entity);
    if (known !== undefined && known.nameSimilarity >= nameSimilarity) continue;
    byEntity.set(entity, {
      entity,
      row,
      nameSimilarity,
      name: { ...evidence },
      equal: evidence.similarity === 1,
      named: named.has(entity),
      typeHeld: plan.types.holds(entity),
      properties: undefined,
      score: 0,
    });
  }
  let scored = [...byEntity.values()].map((candidate) => ({ ...candidate, score: scoreOf(candidate) })).sort((a, b) => order(generation, a, b));
  if (conditions.length > 0) {
    scored = scored.slice(0, MOST_READ).map((candidate) => {
      const properties = propertyEvidence(generation, conditions, generation.dataset.entities.entity(candidate.entity));
      return { ...candidate, properties, score: scoreOf({ ...candidate, properties }) };
    });
    scored.sort((a, b) => order(generation, a, b));
  }
  return scored;
}

export function labelShare(labels: LabelTable, row: number): number {
  if (labels.isTransliteration(row)) return LABEL_SHARE.transliteration;
  return LABEL_SHARE[labels.kindOf(row)];
}

function order(generation: DatasetGeneration, a: ScoredEntity, b: ScoredEntity): number {
  if (a.score !== b.score) return b.score - a.score;
  const { entities } = generation.dataset;
  const prominence = entities.prominenceOf(b.entity) - entities.prominenceOf(a.entity);
  if (prominence !== 0) return prominence;
  return entities.idOf(a.entity) < entities.idOf(b.entity) ? -1 : 1;
}

/** The score of one candidate, 0–100 with two decimals. */
function scoreOf(candidate: Omit<ScoredEntity, 'score'>): number {
  let similarity = candidate.named ? 1 : candidate.nameSimilarity;
  const { properties } = candidate;
  if (properties !== undefined && properties.weight !== 0 && !(similarity === 1 && properties.weight > 0)) {
    const clamped = Math.min(Math.max(similarity, 0.02), 0.98);
    const odds = Math.log(clamped / (1 - clamped)) + PROPERTY_FORCE * properties.weight;
    similarity = Math.min(1 / (1 + Math.exp(-odds)), candidate.equal ? 1 : 0.995);
  }
  if (!candidate.typeHeld) similarity *= SHARE_OUTSIDE_TYPE;
  return Math.round(similarity * 1e4) / 100;
}

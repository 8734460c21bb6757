import { weights } from './evidence/weights.js';
import type { Alignment } from './alignment/alignment.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import type { PropertyEvidence } from './scoring/properties/property-evidence.js';
import type { WordsInRecord } from './scoring/record/words-in-record.js';

/** An entity with all that was found for and against it. */
export interface ScoredEntity {
  readonly entity: number;
  /** What was looked for, by the interpretation of the query that is best for it. */
  readonly plan: RetrievalPlan;
  /** How the label that is nearest to the query meets it; `undefined` when there was no name to compare. */
  readonly alignment: Alignment | undefined;
  /** The same of the weightiest of its labels that the query contains as a whole beside other tokens; `undefined` for none. */
  readonly contained: Alignment | undefined;
  /** 0–1, the label's kind, its most informative tokens and what its record tells already counted in. */
  readonly nameSimilarity: number;
  /** By what the most informative tokens have multiplied it, for the order alone; about 1. */
  readonly informative: number;
  /** Whether that label and the query are equal but for case, marks and the like. */
  readonly equal: boolean;
  /** Words of the query that its label explains, one bit each for the first 32. */
  readonly explained: number;
  /** Words of the query that its record has and its label lacks; `undefined` when there are none, or nobody looked. */
  readonly told: ToldWords | undefined;
  /** A value named by words of the query that its record has otherwise; `undefined` when there is none, or nobody looked. */
  readonly otherwise: SaidOtherwise | undefined;
  /** Other entities of which longer names have its nearest label in them; counted only where the query has that with one word more. */
  readonly longerNames: number;
  /** The query text was its identifier. */
  readonly named: boolean;
  /** Whether that identifier is also just its name, so that it says no more than the name. */
  readonly idIsName: boolean;
  /** False when a preferred type is not held. */
  readonly typeHeld: boolean;
  /** `undefined` when the query names no property, or its record was not read. */
  readonly properties: PropertyEvidence | undefined;
  /** 0–100, two decimals. */
  readonly score: number;
}

/** Words that stand in the record of an entity and not in its label. */
export interface ToldWords {
  readonly parts: readonly WordsInRecord[];
  /** All of them, one bit for each word of the query. */
  readonly words: number;
  /** What they add to the similarity of the name, 0–1. */
  readonly gain: number;
}

/** A value that the query names and the record of an entity has otherwise. */
export interface SaidOtherwise {
  readonly said: WordsInRecord;
  /** What it takes off the similarity of the name, 0–1. */
  readonly loss: number;
}

/** Row of the nearest label; -1 when there was no name to compare. */
export function rowOf({ alignment }: ScoredEntity): number {
  return alignment?.pairs.label.row ?? -1;
}

/** How near its name is, 0–1, by all its tokens together: the most informative ones put candidates in order, and by themselves make none of them surer. */
export function plainSimilarity({ nameSimilarity, informative }: ScoredEntity): number {
  return nameSimilarity / informative;
}

/** The order of candidates: by score descending, then the more prominent, then by id, so that it never depends on how they were found. */
export function bestFirst({ dataset: { entities } }: DatasetSnapshot): (a: ScoredEntity, b: ScoredEntity) => number {
  return (a, b) => {
    // Signs, not differences: each of those would be put on the heap.
    if (a.score !== b.score) return a.score > b.score ? -1 : 1;
    const prominence = entities.prominenceOf(a.entity);
    const other = entities.prominenceOf(b.entity);
    if (prominence !== other) return prominence > other ? -1 : 1;
    return entities.idOf(a.entity) < entities.idOf(b.entity) ? -1 : 1;
  };
}

/** An equal value of an identifying property names the entity as surely as its own identifier does, whatever its name. */
const IDENTIFIED = 1;

/** The score that name, properties and type make together: 0–100 with two decimals. */
export function scoreOf(candidate: ScoredEntity): number {
  const { properties } = candidate;
  const { order } = weights();
  let similarity = candidate.named && !candidate.idIsName ? 1 : candidate.nameSimilarity;
  if (properties !== undefined && properties.weight !== 0 && !(similarity === 1 && properties.weight > 0)) {
    const clamped = Math.min(Math.max(similarity, 0.02), 0.98);
    const odds = Math.log(clamped / (1 - clamped)) + order.property * properties.weight;
    const moved = 1 / (1 + Math.exp(-odds));
    // Evidence for an entity never lowers what its name gave, and only an equal name may reach the full score.
    similarity = properties.weight > 0 ? Math.max(similarity, Math.min(moved, 0.995)) : moved;
  }
  if (properties?.identified === true && !properties.contradicted) similarity = Math.max(similarity, IDENTIFIED);
  if (!candidate.typeHeld) similarity *= order.outsideType;
  return Math.round(similarity * 1e4) / 100;
}

/** The candidates of one query in their order, with what they were found and compared by. */
export interface RankedCandidates {
  readonly snapshot: DatasetSnapshot;
  /** That of the first candidate; each has that of its own interpretation. */
  readonly plan: RetrievalPlan;
  /** Best first. */
  readonly scored: readonly ScoredEntity[];
}

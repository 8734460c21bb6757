import type { LabelTable } from '../search/label-table.js';
import type { DatasetGeneration } from './dataset-generation.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import type { RetrievedRows } from './retrieve-candidates.js';
import { countLongerNames, shareBesideLonger } from './longer-names.js';
import { createNameComparer, type NameComparer } from './scoring/name-comparer.js';
import { createRecordReader, MOST_WORDS, type RecordReader, type WordsInRecord } from './scoring/words-in-record.js';
import { propertyEvidence, type PreparedCondition, type PropertyEvidence } from './scoring/property-evidence.js';

/** An entity with all that was found for and against it. */
export interface ScoredEntity {
  readonly entity: number;
  /** The label that is nearest to the query; -1 when there was no name to compare. */
  readonly row: number;
  /** The weightiest of its labels that the query contains as a whole beside other words; -1 for none. */
  readonly containedRow: number;
  /** 0–1, the label's kind, its foremost words and what its record tells already counted in. */
  readonly nameSimilarity: number;
  /** By what the foremost words have multiplied it, for the order alone; about 1. */
  readonly foremost: number;
  /** Whether that label and the query are equal but for case, marks and the like. */
  readonly equal: boolean;
  /** Words of the query that its label explains, one bit each for the first 32. */
  readonly explained: number;
  /** Words of the query that its record has and its label lacks; `undefined` when there are none, or nobody looked. */
  readonly told: ToldWords | undefined;
  /** A value named by words of the query that its record has otherwise; `undefined` when there is none, or nobody looked. */
  readonly otherwise: SaidOtherwise | undefined;
  /** Weight of that label, and the words of the query that it explains; 0 for none. */
  readonly containedWeight: number;
  readonly containedExplained: number;
  /** Other entities of which longer names have its nearest label in them; counted only where the query has that with one word more. */
  readonly longerNames: number;
  /** The query text was its identifier. */
  readonly named: boolean;
  /** Whether that identifier is also just its name, so that it says no more than the name. */
  readonly idIsName: boolean;
  /** False when a preferred type is not held. */
  readonly typeHeld: boolean;
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

/** How much a label counts by its kind. */
export const LABEL_SHARE = { name: 1, alias: 0.99, transliteration: 0.97 } as const;
/** What is left when a label differs from the query in marks, punctuation or the like. */
const WRITTEN_OTHERWISE = 0.997;
/** Where properties start from when no name is given. */
const WITHOUT_NAME = 0.3;
const SHARE_OUTSIDE_TYPE = 0.8;
/** An equal value of an identifying property names the entity as surely as its own identifier does, whatever its name. */
const IDENTIFIED = 1;
/** What one unit of evidence from properties moves on the logistic scale of the score. */
const PROPERTY_FORCE = 0.42;
/** Entities whose record is read for properties: the nearest by name, and all that are as near as the nearest. */
const MOST_READ = 30;
const MOST_NAMESAKES_READ = 400;

/** How near its name is, 0–1, by all its words together: the foremost ones put candidates in order, and by themselves make none of them surer. */
export function plainLikeness({ nameSimilarity, foremost }: ScoredEntity): number {
  return nameSimilarity / foremost;
}

const comparers = new WeakMap<LabelTable, NameComparer>();

/** One comparer a generation; it may be used by one caller at a time, which holds because scoring is synchronous. */
export function comparerOf(generation: DatasetGeneration): NameComparer {
  const { labels } = generation.candidateIndex;
  let comparer = comparers.get(labels);
  if (comparer === undefined) {
    comparer = createNameComparer(labels, generation.scoring.wording);
    comparers.set(labels, comparer);
  }
  return comparer;
}

/** Best first, then the more prominent, then by id. Cost: one comparison a row; with properties, some thirty records decoded. */
export function scoreCandidates(generation: DatasetGeneration, plan: RetrievalPlan, conditions: readonly PreparedCondition[], found: RetrievedRows): readonly ScoredEntity[] {
  const scored = heedLongerNames(generation, plan, found, heedRecords(generation, plan, scoreNames(generation, plan, found)));
  if (conditions.length === 0) return scored;
  const best = scored[0]?.nameSimilarity ?? 0;
  const read = scored.filter(
    (candidate, place) => place < MOST_READ || (place < MOST_NAMESAKES_READ && candidate.nameSimilarity >= best - 0.01) || candidate.entity === found.always || (found.byProperties?.has(candidate.entity) ?? false),
  );
  const withProperties = read.map((candidate) => {
    const properties = propertyEvidence(generation, conditions, generation.dataset.entities.entity(candidate.entity));
    return { ...candidate, properties, score: scoreOf(candidate, properties) };
  });
  return partNamesakes(withProperties).sort((a, b) => order(generation, a, b));
}

/** Namesakes with the full score are parted by what their properties say: the best supported keeps it. */
function partNamesakes(scored: readonly ScoredEntity[]): ScoredEntity[] {
  const most = scored.reduce((best, { score, properties }) => (score === 100 ? Math.max(best, properties?.weight ?? 0) : best), 0);
  return scored.map((candidate) => {
    const behind = most - (candidate.properties?.weight ?? 0);
    return candidate.score === 100 && behind > 0 ? { ...candidate, score: Math.round(100 * (100 - 2 * Math.min(behind, 5))) / 100 } : candidate;
  });
}

function scoreNames(generation: DatasetGeneration, plan: RetrievalPlan, found: RetrievedRows): ScoredEntity[] {
  const { labels } = generation.candidateIndex;
  const comparer = comparerOf(generation);
  if (plan.label !== undefined) comparer.begin(plan.label, plan.usualWords);
  // The best row of each entity; entities are few, so a plain look through them is quickest.
  const bestRow = new Map<number, number>();
  const containedRow = new Map<number, number>();
  const similarities = new Float64Array(found.rows.length);
  const foremost = new Float64Array(found.rows.length);
  const explained = new Int32Array(found.rows.length);
  const containedWeights = new Float64Array(found.rows.length);
  for (let k = 0; k < found.rows.length; k++) {
    const row = found.rows[k] ?? 0;
    const similarity = plan.label === undefined ? 0 : rowSimilarity(labels, comparer, row, plan.label.original);
    similarities[k] = similarity;
    if (plan.label !== undefined) {
      foremost[k] = comparer.foremost();
      explained[k] = comparer.explained();
      containedWeights[k] = comparer.containedWeight();
    }
    const entity = found.entities[k] ?? 0;
    if ((containedWeights[k] ?? 0) > 0 && (containedWeights[k] ?? 0) > (containedWeights[containedRow.get(entity) ?? -1] ?? 0)) containedRow.set(entity, k);
    const known = bestRow.get(entity);
    if (known === undefined || similarity > (similarities[known] ?? 0)) bestRow.set(entity, k);
  }
  const scored: ScoredEntity[] = [];
  for (const [entity, k] of bestRow) {
    const row = plan.label === undefined ? -1 : (found.rows[k] ?? -1);
    const equal = plan.label !== undefined && comparer.equals(row);
    const held = containedRow.get(entity) ?? -1;
    const named = plan.named.includes(entity);
    const candidate = {
      entity,
      row,
      containedRow: found.rows[held] ?? -1,
      nameSimilarity: plan.label === undefined ? WITHOUT_NAME : (similarities[k] ?? 0),
      foremost: plan.label === undefined ? 1 : (foremost[k] ?? 1),
      equal,
      explained: explained[k] ?? 0,
      told: undefined,
      otherwise: undefined,
      longerNames: 0,
      containedWeight: containedWeights[held] ?? 0,
      containedExplained: held < 0 ? 0 : (explained[held] ?? 0),
      named,
      idIsName: named && equal,
      typeHeld: plan.types.holds(entity),
      properties: undefined,
      score: 0,
    };
    candidate.score = scoreOf(candidate, undefined);
    scored.push(candidate);
  }
  return scored.sort((a, b) => order(generation, a, b));
}

/** Entities whose record is read for words that their label lacks: the nearest by name, and namesakes of the nearest. */
const MOST_HEEDED = 12;
const MOST_NAMESAKES_HEEDED = 100;
/** Candidates further behind could not come to the front. */
const LEAST_SHARE_OF_BEST = 0.5;
/** How far a word that the record says counts like one of the name. */
const TOLD_SHARE = 0.9;
/** What is left of the likeness of a name where the query names a value that its record has otherwise. */
const SHARE_OTHERWISE = 0.7;

/**
 * Words of the query that a label lacks, but that the record of its entity says ("Paris, Texas"), are not held against
 * it; where they name a country or the like and the record has another one, they are held against it the more. Costs nothing
 * where every label near explains every word; else a dozen records decoded, more where many share a name.
 */
function heedRecords(generation: DatasetGeneration, plan: RetrievalPlan, scored: ScoredEntity[]): readonly ScoredEntity[] {
  const { dataset, candidateIndex, scoring } = generation;
  const { label } = plan;
  const [nearest] = scored;
  if (label === undefined || nearest === undefined || nearest.equal || nearest.row < 0) return scored;
  const count = Math.min(label.tokens.length, MOST_WORDS);
  const all = 2 ** count - 1;
  const comparer = comparerOf(generation);
  comparer.begin(label, plan.usualWords);
  let reader: RecordReader | undefined;
  let changed = false;
  const heeded = scored.map((candidate, place) => {
    const open = all & ~candidate.explained;
    const isNear = place < MOST_HEEDED ? candidate.nameSimilarity >= LEAST_SHARE_OF_BEST * nearest.nameSimilarity : place < MOST_NAMESAKES_HEEDED && candidate.nameSimilarity >= nearest.nameSimilarity - 0.01;
    if (open === 0 || !isNear || candidate.row < 0) return candidate;
    reader ??= createRecordReader(dataset, candidateIndex.labels, scoring, label);
    const entity = dataset.entities.entity(candidate.entity);
    // Two names of one entity are each other's proof only if both are whole.
    const parts = reader.read(entity, open, candidate.containedRow === candidate.row);
    if (parts.length === 0) {
      const otherwise = reader.otherwise(entity, open);
      if (otherwise === undefined) return candidate;
      changed = true;
      const loss = (1 - SHARE_OTHERWISE) * candidate.nameSimilarity;
      const weaker = { ...candidate, otherwise: { said: otherwise, loss }, nameSimilarity: candidate.nameSimilarity - loss };
      return { ...weaker, score: scoreOf(weaker, undefined) };
    }
    changed = true;
    const words = parts.reduce((bits, part) => bits | part.words, 0);
    const whole = rowSimilarity(candidateIndex.labels, comparer, candidate.row, label.original, words);
    const gain = TOLD_SHARE * Math.max(0, whole - candidate.nameSimilarity);
    const better = { ...candidate, told: { parts, words, gain }, foremost: comparer.foremost(), nameSimilarity: candidate.nameSimilarity + gain, explained: candidate.explained | words };
    return { ...better, score: scoreOf(better, undefined) };
  });
  return changed ? heeded.sort((a, b) => order(generation, a, b)) : scored;
}

/** Candidates that are looked at; further behind, the order changes nothing. */
const MOST_BESIDE_LONGER = 6;

/** Names that stand in the query as a whole and in the longer names of other entities are the name of their kind. */
function heedLongerNames(generation: DatasetGeneration, plan: RetrievalPlan, found: RetrievedRows, scored: readonly ScoredEntity[]): readonly ScoredEntity[] {
  const { label } = plan;
  const isHeld = (candidate: ScoredEntity, place: number): boolean => place < MOST_BESIDE_LONGER && candidate.containedWeight > 0 && !candidate.equal;
  if (label === undefined || !scored.some(isHeld)) return scored;
  let changed = false;
  const heeded = scored.map((candidate, place) => {
    if (!isHeld(candidate, place)) return candidate;
    const longerNames = countLongerNames(generation.candidateIndex.labels, label, candidate, found);
    if (longerNames === 0) return candidate;
    changed = true;
    const share = shareBesideLonger(longerNames);
    const told = candidate.told === undefined ? undefined : { ...candidate.told, gain: candidate.told.gain * share };
    const otherwise = candidate.otherwise === undefined ? undefined : { ...candidate.otherwise, loss: candidate.otherwise.loss * share };
    const weaker = { ...candidate, longerNames, told, otherwise, nameSimilarity: candidate.nameSimilarity * share };
    return { ...weaker, score: scoreOf(weaker, undefined) };
  });
  return changed ? heeded.sort((a, b) => order(generation, a, b)) : scored;
}

/** Similarity of the compared query and a row, its kind and its foremost words counted in, 0–1; `told`: words of the query not asked of it, one bit each. */
export function rowSimilarity(labels: LabelTable, comparer: NameComparer, row: number, original: string, told = 0): number {
  comparer.compare(row);
  const plain = comparer.without(told);
  const similarity = plain * comparer.foremost();
  if (labels.isTransliteration(row)) return similarity * LABEL_SHARE.transliteration;
  const share = LABEL_SHARE[labels.kindOf(row)];
  if (similarity < 1) return similarity * share;
  return sameWriting(labels.textOf(row), original) ? share : share * WRITTEN_OTHERWISE;
}

function sameWriting(a: string, b: string): boolean {
  return a === b || a.trim().toLowerCase() === b.trim().toLowerCase();
}

function order(generation: DatasetGeneration, a: ScoredEntity, b: ScoredEntity): number {
  if (a.score !== b.score) return b.score - a.score;
  const { entities } = generation.dataset;
  const prominence = entities.prominenceOf(b.entity) - entities.prominenceOf(a.entity);
  if (prominence !== 0) return prominence;
  return entities.idOf(a.entity) < entities.idOf(b.entity) ? -1 : 1;
}

/** 0–100 with two decimals. */
function scoreOf(candidate: ScoredEntity, properties: PropertyEvidence | undefined): number {
  let similarity = candidate.named && !candidate.idIsName ? 1 : candidate.nameSimilarity;
  if (properties !== undefined && properties.weight !== 0 && !(similarity === 1 && properties.weight > 0)) {
    const clamped = Math.min(Math.max(similarity, 0.02), 0.98);
    const odds = Math.log(clamped / (1 - clamped)) + PROPERTY_FORCE * properties.weight;
    const moved = 1 / (1 + Math.exp(-odds));
    // Evidence for an entity never lowers what its name gave, and only an equal name may reach the full score.
    similarity = properties.weight > 0 ? Math.max(similarity, Math.min(moved, 0.995)) : moved;
  }
  if (properties?.identified === true && !properties.contradicted) similarity = Math.max(similarity, IDENTIFIED);
  if (!candidate.typeHeld) similarity *= SHARE_OUTSIDE_TYPE;
  return Math.round(similarity * 1e4) / 100;
}

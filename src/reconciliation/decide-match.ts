import { analyseLabel } from '../text/analyse-label.js';
import { isLittleWord } from '../text/similarity/common-words.js';
import type { DatasetGeneration } from './dataset-generation.js';
import { knownWords } from './deciding/known-words.js';
import { matchThreshold } from './deciding/match-threshold.js';
import { namesAtOdds, type Odds } from './deciding/names-at-odds.js';
import { namesakesElsewhere } from './deciding/namesakes-elsewhere.js';
import { tellingSupport } from './deciding/telling-support.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import { comparerOf } from './ranking/comparer-of.js';
import { plainLikeness, type ScoredEntity } from './ranking/scored-entity.js';
import { matchProbability, type MatchFacts } from './scoring/model/match-probability.js';
import type { NameEvidence } from './scoring/names/name-evidence.js';
import { oneWordMore } from './scoring/names/one-word-more.js';
import { WORDS_WITH_BITS } from './scoring/names/word-bits.js';

export interface MatchDecision {
  /** Whether the first candidate is the one meant. */
  readonly match: boolean;
  /** For the candidates given, in their order. */
  readonly probabilities: readonly number[];
  /** Points between the first and the second; 100 without a second. */
  readonly lead: number;
  /** Entities with exactly the label by which the first was found that could be meant as well; 1 when it is alone. */
  readonly sharing: number;
}

/** Others looked at for the lead by name. */
const RIVALS = 30;
/** A namesake whose properties weigh this much less is not meant, in natural logarithms of how telling they are. */
const CLEARLY_BEHIND = 2;
/** A candidate that a property contradicts and whose properties weigh this much less than those of the first is no rival by its name. */
const FAR_BEHIND = 3;
/** From here on a word of the query that the first name lacks may be that of a neighbour which the list lacks, so that rivals stay rivals. */
const OPEN_WORD_TELLS = 0.3;
/** A value that the query names and the record has otherwise, as a weight of evidence in natural logarithms. */
const OTHERWISE = 2;
/** The same for a name that words turn into that of another ("Mrs. John Miller"), or that may be so for lack of one ("Barack Obama", "Barack Obama Sr."). */
const OPPOSING: Readonly<Record<Odds, number>> = { another: 2, hardly: 2, doubtful: 1.5, none: 0 };
/** The most that a name is probable whose mark says that it is another one's ("Henry VII", "Henry VIII"): no threshold lies as low. */
const MOST_OF_ANOTHER = 0.3;
/** What is left of the probability is shared among the other candidates by score; so many points less make it about a third. */
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
  const sharing = entitiesSharing(generation, plan, scored, first);
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
  const odds = oddsOf(generation, plan, first, first.row);
  const probability = Math.max(...factsByName(generation, plan, scored, first, sharing, odds).map(matchProbability));
  return odds === 'another' ? Math.min(probability, MOST_OF_ANOTHER) : probability;
}

/**
 * What the probability of the first candidate is estimated from, by the nearest of its names, and by another of its names where the query contains that
 * as a whole: what is sure by one of them is sure. Never empty.
 */
export function factsByName(
  generation: DatasetGeneration,
  plan: RetrievalPlan,
  scored: readonly ScoredEntity[],
  first: ScoredEntity,
  sharing: number,
  odds = oddsOf(generation, plan, first, first.row),
): readonly MatchFacts[] {
  const facts = matchFacts(generation, plan, scored, first, sharing);
  const nearest = { ...facts, opposing: facts.opposing - OPPOSING[odds] };
  if (first.containedRow < 0 || first.containedRow === first.row) return [nearest];
  const name = nameOf(generation, plan, first, first.containedRow);
  const opposing = facts.opposing - OPPOSING[oddsOf(generation, plan, first, first.containedRow)];
  return [nearest, { ...facts, opposing, name, oneWordMore: wordMoreOf(plan, name, first.containedExplained | (first.told?.words ?? 0)) }];
}

/** What the probability of the first candidate is estimated from. */
function matchFacts(generation: DatasetGeneration, plan: RetrievalPlan, scored: readonly ScoredEntity[], first: ScoredEntity, sharing: number): MatchFacts {
  const { properties } = first;
  const name = nameOf(generation, plan, first, first.row);
  const explained = name !== undefined && name.apartQuery < OPEN_WORD_TELLS;
  let rival = 0;
  let besides = 0;
  let listed = false;
  const telling = tellingWords(plan);
  const all = first.containedWeight === 0 ? 0 : telling;
  for (const other of scored.slice(1, RIVALS)) {
    // Who prefers a type has said that an entity outside it is hardly meant, and who sends a year, that one of another year is not.
    if ((other.typeHeld || !first.typeHeld) && !(explained && isFarBehind(other, first))) rival = Math.max(rival, plainLikeness(other));
    // Two institutions in one address: either may be meant.
    if ((other.containedExplained & ~first.explained & telling) === 0) continue;
    besides = Math.max(besides, other.containedWeight);
    if (all !== 0 && (all & ~(first.explained | other.containedExplained)) === 0) listed = true;
  }
  const next = scored[1]?.properties?.weight ?? 0;
  const uniqueWeight = Math.log(generation.dataset.entities.size + 1);
  const alone = name !== undefined && first.equal && sharing === 1 && (properties?.supporting ?? 0) === 0;
  return {
    nameSimilarity: plainLikeness(first),
    nameLead: plainLikeness(first) - rival,
    name,
    knownWords: plan.label === undefined ? 0 : knownWords(plan.label, generation.candidateIndex.labels.vocabulary, (name?.joined ?? 0) | (name?.slipped ?? 0)),
    usualWeight: generation.scoring.neighbours.usualWeight,
    oneWordMore: wordMoreOf(plan, name, first.explained),
    containedBesides: besides,
    listed,
    uniqueWeight,
    sharing: sharing + (alone ? namesakesElsewhere(generation.candidateIndex.labels, first.entity, first.row, Math.exp(uniqueWeight - name.matched)) : 0),
    supporting: tellingSupport(plan, scored, first, name),
    opposing: (properties?.opposing ?? 0) - (first.otherwise === undefined ? 0 : OTHERWISE),
    evidenceLead: properties === undefined ? 0 : properties.weight - next,
  };
}

function isFarBehind(other: ScoredEntity, first: ScoredEntity): boolean {
  return other.properties?.contradicted === true && other.properties.weight <= (first.properties?.weight ?? 0) - FAR_BEHIND;
}

function wordMoreOf(plan: RetrievalPlan, name: NameEvidence | undefined, explained: number): number {
  return plan.label === undefined ? 0 : oneWordMore(plan.label, name, explained);
}

/** What speaks against one of its names beside their likeness; nothing does when it is equal. */
function oddsOf(generation: DatasetGeneration, plan: RetrievalPlan, first: ScoredEntity, row: number): Odds {
  if (plan.label === undefined || row < 0 || (first.equal && row === first.row)) return 'none';
  const { labels } = generation.candidateIndex;
  const original = labels.textOf(row);
  // A row keeps the folded form of its text; that of a transliteration belongs to other letters than the text it was made from.
  const label = analyseLabel(labels.isTransliteration(row) ? original : labels.foldedOf(row));
  return namesAtOdds(plan.label, { ...label, original }, first.told?.words);
}

/** Words of the query that say something, one bit each; 0 when there are too many for that. */
function tellingWords(plan: RetrievalPlan): number {
  const tokens = plan.label?.tokens ?? [];
  let bits = 0;
  for (const [i, token] of tokens.entries()) if (!isLittleWord(token)) bits |= 1 << i;
  return tokens.length > WORDS_WITH_BITS ? 0 : bits;
}

function nameOf(generation: DatasetGeneration, plan: RetrievalPlan, candidate: ScoredEntity, row: number): NameEvidence | undefined {
  if (plan.label === undefined || row < 0) return undefined;
  const comparer = comparerOf(generation);
  comparer.begin(plan.label, plan.usualWords);
  comparer.compare(row);
  comparer.without(candidate.told?.words ?? 0);
  return comparer.evidence();
}

/** Namesakes of the first candidate that could be meant as well, itself among them: of the types asked for, and not clearly behind by what their properties say. */
function entitiesSharing(generation: DatasetGeneration, plan: RetrievalPlan, scored: readonly ScoredEntity[], first: ScoredEntity): number {
  if (first.row < 0 || !first.equal) return 1;
  const { labels } = generation.candidateIndex;
  const entities = new Set<number>();
  for (const row of labels.rowsWithFolded(labels.foldedOf(first.row))) {
    const entity = labels.entityOf(row);
    if (plan.types.holds(entity)) entities.add(entity);
  }
  const { properties } = first;
  if (properties !== undefined && properties.supporting > 0) {
    for (const other of scored) {
      if (other.properties !== undefined && other.properties.weight <= properties.weight - CLEARLY_BEHIND) entities.delete(other.entity);
    }
  }
  return Math.max(1, entities.size);
}

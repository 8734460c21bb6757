import { analyseLabel } from '../../text/analyse-label.js';
import { TELLS_APART, type NameEvidence } from '../alignment/alignment.js';
import { hasWord } from '../alignment/word-bits.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import type { PropertyCondition } from '../reconciliation-query.js';
import { plainSimilarity, type RankedCandidates, type ScoredEntity } from '../scored-entity.js';
import type { PropertyEvidence } from '../scoring/properties/property-evidence.js';
import type { EvidenceKind } from './evidence-kind.js';

/*
 * A property weighs by how rare its value is among all entities. That is too much where the query may mean a neighbour that the
 * list lacks: wines of one maker share the maker, the year and half of their names, and another of them would share these too.
 * So where the query has a word that the name leaves open, a value tells as much as it is rare among those near by name, and
 * one that the name says already ("San Francisco" for a museum that is called so) tells nothing more.
 */

/** Others are near by name from this share of the likeness of the first candidate on. */
const NEAR_BY_NAME = 0.4;
/** Candidates looked at. */
const MOST_NEAR = 30;
/** More agreement says no more. */
const MOST_SUPPORT = 8;
/**
 * Where name and query each have a discriminative word that the other lacks, they may be two works of one author and year: then agreeing properties count this much of
 * what they would.
 */
const SHARE_AMONG_SIBLINGS = 0.3;
/** Entities that are taken to stand beside those near by name, spread as the whole dataset is. */
const BESIDES = 1;
/** How often the right entity has the value asked for. */
const RELIABILITY = 0.9;

/**
 * What the supporting properties of a candidate weigh for it against an entity with a similar name, in natural logarithms: 0 up to
 * what they weigh against any entity, 8 at most. Cost: a look at the features of the candidates near by name.
 */
function supportNearby(ranked: RankedCandidates, candidate: ScoredEntity, name: NameEvidence | undefined): number {
  const siblings =
    name !== undefined && Math.min(name.apartQuery, name.apartLabel) >= TELLS_APART ? SHARE_AMONG_SIBLINGS : 1;
  return siblings * Math.min(supportAgainstNeighbours(ranked, candidate, name), MOST_SUPPORT);
}

function supportAgainstNeighbours(
  { plan, scored }: RankedCandidates,
  first: ScoredEntity,
  name: NameEvidence | undefined,
): number {
  const { properties } = first;
  if (properties === undefined) return 0;
  if (properties.supporting === 0 || name === undefined || name.apartQuery === 0) return properties.supporting;
  const near: PropertyEvidence[] = [];
  for (const other of scored.slice(0, MOST_NEAR)) {
    if (
      other !== first &&
      other.properties !== undefined &&
      plainSimilarity(other) >= NEAR_BY_NAME * plainSimilarity(first)
    )
      near.push(other.properties);
  }
  return sumOfSupport(
    plan,
    properties,
    (value, condition, at) => weightAmong(near, at, value) * (1 - saidByName(plan, first, condition)),
  );
}

/** Of the agreements, what each weighs by `weigh`, together. */
function sumOfSupport(
  { conditions }: RetrievalPlan,
  { features }: PropertyEvidence,
  weigh: (value: number, condition: PropertyCondition, at: number) => number,
): number {
  // One feature for each condition, in their order.
  return features.reduce((sum, feature, at) => {
    const condition = conditions[at];
    const value = Number(feature.value);
    return value <= 0 || condition === undefined ? sum : sum + weigh(value, condition, at);
  }, 0);
}

/** What an agreement weighs among the entities near by name, at most what it weighs among all. */
function weightAmong(near: readonly PropertyEvidence[], at: number, value: number): number {
  let known = 0;
  let agreeing = 0;
  for (const { features } of near) {
    const its = Number(features[at]?.value ?? 0);
    if (its === 0) continue;
    known++;
    if (its >= value / 2) agreeing++;
  }
  return weightWhereChance((agreeing + BESIDES * RELIABILITY * Math.exp(-value)) / (known + BESIDES), value);
}

/** What an agreement weighs among entities of which this share agree, 0–1: at most what it weighs among all. */
function weightWhereChance(share: number, value: number): number {
  return Math.min(value, Math.max(0, Math.log(RELIABILITY / share)));
}

/** Share of the words of the value asked for that the text of the query has as well, and that the name of the candidate explains, 0–1. */
function saidByName(plan: RetrievalPlan, first: ScoredEntity, condition: PropertyCondition): number {
  const explained = first.explained & ~(first.told?.words ?? 0);
  const met = new Set((plan.label?.tokens ?? []).filter((_, i) => hasWord(explained, i)));
  let most = 0;
  for (const value of condition.values) {
    const words = analyseLabel(typeof value === 'object' ? (value.name ?? value.id) : String(value)).tokens;
    if (words.length > 0) most = Math.max(most, words.filter((word) => met.has(word)).length / words.length);
  }
  return most;
}

/** More agreement says no more. */
const MOST_AGREEMENT = 16;

/** Values of other columns. */
export const PROPERTY: EvidenceKind = {
  id: 'property',
  name: 'Properties',
  description:
    'Weights of evidence of the properties that were sent, after Fellegi and Sunter (1969): agreement says more, the rarer the value is; among entities with similar names it may say less.',
  terms: [
    {
      id: 'agreement',
      sign: 1,
      meaning:
        'square of the sum of the weights of the properties that agree, against any entity of the dataset, as a share of 16, 1 at most: several establish an entity, one does not',
    },
    {
      id: 'agreementNearby',
      sign: 1,
      meaning:
        'the same against entities with similar names, 8 at most; three tenths of it where name and query each have a discriminative word that the other lacks',
    },
    { id: 'inName', sign: 1, meaning: 'the name has the words of such a value beside those of the query' },
    { id: 'disagreement', sign: 1, meaning: 'sum of the weights of the properties that disagree, below 0' },
  ],
  values: ({ ranked, candidate, name }) => {
    const { properties } = candidate;
    return properties === undefined
      ? []
      : [
          Math.min(1, properties.supporting / MOST_AGREEMENT) ** 2,
          supportNearby(ranked, candidate, name),
          Number((name?.asked ?? 0) > 0),
          properties.opposing,
        ];
  },
};

import type { AnalysedLabel } from '../../text/analysed-label.js';
import { extraToken, type NameEvidence } from '../alignment/alignment.js';
import type { EvidenceKind } from './evidence-kind.js';

/** What a name is weighed by. */
interface NameFacts {
  readonly label: AnalysedLabel;
  /** Similarity as the candidates are ordered by it, 0–1. */
  readonly similarity: number;
  readonly name: NameEvidence;
  /** Words of the query that the name or the record explains, one bit each for the first 32. */
  readonly explained: number;
  /** Entities of the dataset. */
  readonly entities: number;
  /** Weight of the words of a usual name of the dataset. */
  readonly usualWeight: number;
  /** How surely one word more makes the name of another entity of the dataset, 0–1. */
  readonly separation: number;
}

/** What separates entities of a dataset without aliases. */
const USUAL_SEPARATION = 0.5;
const LEAST_SIMILARITY = 0.02;
const MOST_SIMILARITY = 0.985;
/** More in common says no more: a word that one entity alone has, and half of another. */
const MOST_INFORMATION = 1.5;

/** The name that is nearest, or another one that the query contains as a whole. */
export const NAME: EvidenceKind = {
  id: 'name',
  name: 'Name',
  description:
    'How the words of the query and of the name compare. Of several names of an entity, the one that speaks most for it counts.',
  terms: [
    {
      id: 'similarity',
      sign: 1,
      meaning: 'logarithm of the odds of the similarity by which candidates are ordered, between 0.02 and 0.985',
    },
    {
      id: 'onlyQuery',
      sign: -1,
      meaning: 'share of the weight that only the query has, unless it contains the whole name',
    },
    {
      id: 'containedShort',
      sign: -1,
      meaning:
        'by which share the name is shorter than a usual name of the dataset, where the query contains it as a whole',
    },
    {
      id: 'extraToken',
      sign: -1,
      meaning: 'the query is the name and one word more, shared among the words of the name',
    },
    { id: 'onlyLabel', sign: -1, meaning: 'share of the weight that only the name has' },
    {
      id: 'unlike',
      sign: -1,
      meaning: 'how unlike the most unlike paired words are; one typo in a long unknown word does not count',
    },
    {
      id: 'discriminatingQuery',
      sign: -1,
      meaning: 'how surely a word that only the query has separates entities of this dataset',
    },
    {
      id: 'separation',
      sign: -1,
      meaning:
        'where only the query has such a word: how surely one word more makes the name of another entity of this dataset, by its aliases, less one half',
    },
    { id: 'discriminatingLabel', sign: -1, meaning: 'the same for a word that only the name has' },
    {
      id: 'wholePart',
      sign: 1,
      meaning: 'the query has several parts, such as those between commas, and the name is one of them as a whole',
    },
    { id: 'joined', sign: 1, meaning: 'words of the query that the name has written together or apart' },
    {
      id: 'information',
      sign: 1,
      meaning: 'weight in common, as a multiple of the weight of a word that one entity alone has, 1.5 at most',
    },
  ],
  values: ({
    ranked: {
      snapshot: { statistics },
      plan,
    },
    candidate,
    name,
    explained,
  }) =>
    plan.label === undefined || name === undefined
      ? [oddsOf(candidate.nameSimilarity)]
      : nameValues({
          label: plan.label,
          similarity: candidate.nameSimilarity,
          name,
          explained,
          entities: statistics.entityCount,
          usualWeight: statistics.usualNameWeight,
          separation: statistics.usualSeparation.anywhere,
        }),
};

/** The values of the terms of a name, in their order. */
function nameValues({
  label,
  similarity,
  name,
  explained,
  entities,
  usualWeight,
  separation,
}: NameFacts): readonly number[] {
  return [
    oddsOf(similarity),
    name.contained ? 0 : shareOf(name.onlyQuery, name.matched),
    name.contained && usualWeight > 0 ? Math.max(0, 1 - name.matched / usualWeight) : 0,
    extraToken(label, name, explained),
    shareOf(name.onlyLabel, name.matched),
    name.unlike,
    name.apartQuery,
    name.apartQuery > 0 ? separation - USUAL_SEPARATION : 0,
    name.apartLabel,
    Number(name.wholePart),
    Number(name.joined !== 0),
    Math.min(name.matched / Math.log(entities + 1), MOST_INFORMATION),
  ];
}

function oddsOf(similarity: number): number {
  const clamped = Math.min(Math.max(similarity, LEAST_SIMILARITY), MOST_SIMILARITY);
  return Math.log(clamped / (1 - clamped));
}

function shareOf(part: number, rest: number): number {
  return part + rest === 0 ? 0 : part / (part + rest);
}

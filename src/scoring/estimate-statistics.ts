import { evenSample } from '../foundation/even-sample.js';
import { weightShareOf } from '../text/similarity/common-words.js';
import { byCodeUnits, type EstimationSource } from './estimation-source.js';
import { nearNames } from './near-names.js';
import type { WordFrequencies } from './statistics.js';
import type { ScoringModel, WordsOfTypes } from './scoring-model.js';
import { estimatePropertyModels } from './property-statistics.js';
import { wordingModel } from './wording-model.js';

/** Changed whenever a formula changes: clients keep scores, and scores of two scorers must not be compared. */
export const SCORER = 'sameas-24';

/** Entities looked at for the spread of values, for what a usual name weighs, and for their other names. */
const VALUE_SAMPLE = 4000;
const NAME_SAMPLE = 400;
const WORDING_SAMPLE = 30_000;

/** Estimated once a snapshot. Cost: some passes over the names, and decoding a sample of the records. Deterministic: every source of the same dataset gives the same model. */
export function estimateScoringModel(source: EstimationSource): ScoringModel {
  const { entityCount } = source.words;
  const wording = wordingModel(source, evenSample(entityCount, WORDING_SAMPLE));
  const ofTypes = wordsOfTypes(source);
  const { pairs, homonyms, nearest } = nearNames(source);
  const names: (readonly string[])[] = [];
  source.forEachSampled(evenSample(entityCount, NAME_SAMPLE), ({ wordsOf }) => names.push(wordsOf(0)));
  return {
    scorer: SCORER,
    usualNameWeight: usualWeightOf(names, source.words),
    nearestNames: nearest,
    wording,
    wordsOfTypes: ofTypes,
    properties: estimatePropertyModels(source, evenSample(entityCount, VALUE_SAMPLE), pairs, homonyms),
  };
}

/** Median weight of the words of these names; 0 without names. */
function usualWeightOf(names: readonly (readonly string[])[], words: WordFrequencies): number {
  const weights = names.map((name) => name.reduce((sum, word) => sum + words.idfOf(word) * weightShareOf(word), 0));
  return weights.sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0;
}

/*
 * In a list of clubs, museums and frogs, "museum" is a rare word, but among the museums it says next to nothing. A query
 * for a type has said that word already, so that the words of its names weigh by how usual they are among its entities.
 */

/** A type of fewer entities has too few names to tell usual words from rare ones; one that nearly all have has the words of the dataset. */
const FEWEST_ENTITIES = 50;
const MAX_OF_DATASET = 0.8;
/** The most frequent types; others are weighed by the whole dataset. */
const MAX_TYPES = 100;
const MAX_SAMPLED = 4000;
/** A word that fewer of the entities of a type have is rare there as well. */
const MIN_SHARE = 0.002;
const MIN_ENTITIES = 3;
const MAX_WORDS_OF_TYPE = 1000;

/** Only of types that some of the dataset has and some has not. Cost: a look at the type of each entity, and at the names of four thousand of each type. */
export function wordsOfTypes({
  types,
  typeSets,
  words: { entityCount: size },
  forEachTyped,
}: EstimationSource): WordsOfTypes {
  const counted = types.types
    .filter(({ entityCount }) => entityCount >= FEWEST_ENTITIES && entityCount <= MAX_OF_DATASET * size)
    .slice(0, MAX_TYPES)
    .map(({ id, entityCount }) => ({
      id,
      step: Math.max(1, Math.floor(entityCount / MAX_SAMPLED)),
      seen: 0,
      sampled: 0,
      words: new Map<string, number>(),
    }));
  if (counted.length === 0) return {};
  const ofSet = typeSets.map((stated) => counted.filter(({ id }) => stated.some((type) => types.isA(type, id))));
  forEachTyped((typeSet) => {
    const sampling = (ofSet[typeSet] ?? []).filter((type) => type.seen++ % type.step === 0);
    if (sampling.length === 0) return undefined;
    return (words) => {
      for (const type of sampling) {
        type.sampled++;
        for (const word of words) type.words.set(word, (type.words.get(word) ?? 0) + 1);
      }
    };
  });
  return Object.fromEntries(
    counted.map(({ id, sampled, words }) => {
      const usual = [...words]
        .filter(([, count]) => count >= MIN_ENTITIES && count >= MIN_SHARE * sampled)
        .sort((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0]))
        .slice(0, MAX_WORDS_OF_TYPE)
        .map(([word, count]) => [word, Math.round((1e4 * count) / sampled) / 1e4] as const);
      return [id, usual];
    }),
  );
}

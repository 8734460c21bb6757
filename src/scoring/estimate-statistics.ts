import { evenSample } from '../foundation/even-sample.js';
import { weightShareOf } from '../text/similarity/common-words.js';
import { byCodeUnits, type EstimationSource } from './estimation-source.js';
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

/*
 * Nearness of the names of different entities: the names of a dataset as queries, each without its own entity.
 */

/** Entities with similar names are looked for among so many; so many pairs of them are kept, and so many names asked for. */
const NEAR_SAMPLE = 30_000;
const MAX_PAIRS = 1500;
const MAX_PROBES = 200;
/** A word of more names does not bring up a name by itself. */
const MAX_WITH_WORD = 50;
const MAX_WITH_PROBED_WORD = 1000;
const MIN_SIMILARITY = 0.35;

interface SampledName {
  readonly entity: number;
  readonly tokens: readonly string[];
  readonly weight: number;
}

/** The preferred names of a sample of the entities, and where each word stands. */
interface SampledNames {
  readonly names: readonly SampledName[];
  readonly withWord: ReadonlyMap<string, readonly number[]>;
  readonly weightOf: (word: string) => number;
}

/** Distribution of similarities between names of different entities. */
interface NearNames {
  /** Pairs of entities whose names share a good part of their words, spread over the dataset. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Pairs of entities whose names have the same words. */
  readonly homonyms: readonly (readonly [number, number])[];
  /** For sampled entities, the similarity of the nearest name of another one, 0–1, ascending. */
  readonly nearest: readonly number[];
}

/** Deterministic. Cost: a pass over the names of thirty thousand entities. */
function nearNames({ words, forEachSampled }: EstimationSource): NearNames {
  const weightOf = (word: string): number => words.idfOf(word) * weightShareOf(word);
  const names: SampledName[] = [];
  const withWord = new Map<string, number[]>();
  forEachSampled(evenSample(words.entityCount, NEAR_SAMPLE), ({ entity, wordsOf }) => {
    const tokens = [...new Set(wordsOf(0))];
    for (const word of tokens) {
      const known = withWord.get(word);
      if (known === undefined) withWord.set(word, [names.length]);
      else known.push(names.length);
    }
    names.push({ entity, tokens, weight: tokens.reduce((sum, word) => sum + weightOf(word), 0) });
  });
  const sampled = { names, withWord, weightOf };
  const probes = evenSample(names.length, MAX_PROBES);
  return {
    homonyms: someOf(homonymsIn(names)),
    pairs: someOf(names.flatMap((_, at) => nextSimilar(sampled, at))),
    nearest: probes.map((at) => Math.round(1e3 * nearestSimilarity(sampled, at)) / 1e3).sort((a, b) => a - b),
  };
}

/** As many as are kept, spread evenly. */
function someOf<Pair>(pairs: readonly Pair[]): readonly Pair[] {
  return evenSample(pairs.length, MAX_PAIRS).flatMap((at) => pairs.slice(at, at + 1));
}

/** Each name with the next one that has the same words. */
function homonymsIn(names: readonly SampledName[]): readonly (readonly [number, number])[] {
  const lastWith = new Map<string, number>();
  return names.flatMap(({ entity, tokens }) => {
    const key = [...tokens].sort().join(' ');
    const before = lastWith.get(key);
    lastWith.set(key, entity);
    return before === undefined || before === entity ? [] : [[before, entity] as const];
  });
}

/** The next name with the rarest word that another one has too, where the two are similar. */
function nextSimilar({ names, withWord, weightOf }: SampledNames, at: number): readonly (readonly [number, number])[] {
  const own = names[at];
  if (own === undefined) return [];
  let [next, fewest] = [-1, MAX_WITH_WORD + 1];
  for (const word of own.tokens) {
    const having = withWord.get(word) ?? [];
    if (having.length < 2 || having.length >= fewest) continue;
    const other = having[having.indexOf(at) + 1];
    if (other !== undefined) [next, fewest] = [other, having.length];
  }
  const other = names[next];
  if (other === undefined) return [];
  const shared = own.tokens.reduce((sum, word) => (other.tokens.includes(word) ? sum + weightOf(word) : sum), 0);
  return shared >= MIN_SIMILARITY * Math.max(own.weight, other.weight) ? [[own.entity, other.entity]] : [];
}

function nearestSimilarity({ names, withWord, weightOf }: SampledNames, at: number): number {
  const own = names[at];
  const shared = new Map<number, number>();
  const having = (word: string): readonly number[] => withWord.get(word) ?? [];
  const rarestFirst = [...(own?.tokens ?? [])].sort((a, b) => having(a).length - having(b).length);
  for (const word of rarestFirst) {
    const weight = weightOf(word);
    const others = having(word);
    const isRare = others.length <= MAX_WITH_PROBED_WORD || shared.size === 0;
    for (const other of others.length <= MAX_WITH_PROBED_WORD || !isRare
      ? others
      : others.slice(0, MAX_WITH_PROBED_WORD)) {
      const known = shared.get(other);
      if (other !== at && (isRare || known !== undefined)) shared.set(other, (known ?? 0) + weight);
    }
  }
  let nearest = 0;
  for (const [other, weight] of shared)
    nearest = Math.max(nearest, (2 * weight) / Math.max(weight, (own?.weight ?? 0) + (names[other]?.weight ?? 0)));
  return Math.min(1, nearest);
}

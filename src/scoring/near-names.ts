import { evenSample } from '../foundation/even-sample.js';
import { weightShareOf } from '../text/similarity/common-words.js';
import type { EstimationSource } from './estimation-source.js';

/*
 * Nearness of the names of different entities: the names of a dataset as queries, each without its own entity.
 */

/** Entities with similar names are looked for among so many; so many pairs of them are kept, and so many names asked for. */
const NAME_SAMPLE = 30_000;
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
export function nearNames({ words, forEachSampled }: EstimationSource): NearNames {
  const weightOf = (word: string): number => words.idfOf(word) * weightShareOf(word);
  const names: SampledName[] = [];
  const withWord = new Map<string, number[]>();
  forEachSampled(evenSample(words.entityCount, NAME_SAMPLE), ({ entity, wordsOf }) => {
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

import { z } from 'zod';
import { listsByKey } from '../../foundation/lists-by-key.js';
import { levenshteinDistance } from '../../text/similarity/levenshtein-distance.js';
import { lowerUnits } from '../expressions/grel/text/lower-units.js';
import { fingerprint, ngramFingerprint } from '../expressions/grel/text/fingerprint.js';
import { phoneticKey } from '../expressions/grel/text/phonetic-key.js';

/** How texts become keys: texts with one key are taken to mean the same. */
const KEYERS = {
  fingerprint: (text: string) => fingerprint(text),
  'ngram-fingerprint': (text: string, ngramSize: number) => ngramFingerprint(text, ngramSize),
  metaphone: (text: string) => phoneticKey(text, 'metaphone'),
  'double-metaphone': (text: string) => phoneticKey(text, 'doublemetaphone'),
  'cologne-phonetic': (text: string) => phoneticKey(text, 'cologne'),
  'daitch-mokotoff': (text: string) => phoneticKey(text, 'daitch-mokotoff'),
} as const satisfies Readonly<Record<string, (text: string, ngramSize: number) => string>>;

/** What get-clustering-functions-and-distances says. */
export const CLUSTERING_NAMES = { distances: ['levenshtein'], keyers: Object.keys(KEYERS) };

// Object.keys loses the type of the keys; the object is the literal above, and not empty.
const keyerNames = Object.keys(KEYERS) as [keyof typeof KEYERS, ...(keyof typeof KEYERS)[]];

/** Clients write `Daitch-Mokotoff`, too. */
const withoutCase = (name: unknown): unknown => (typeof name === 'string' ? name.toLowerCase() : name);

export const clustererSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('binning'),
    column: z.string(),
    function: z.preprocess(withoutCase, z.enum(keyerNames)).default('fingerprint'),
    params: z.object({ 'ngram-size': z.number().int().min(1).max(20).default(2) }).default({ 'ngram-size': 2 }),
  }),
  z.object({
    type: z.literal('knn'),
    column: z.string(),
    function: z.preprocess(withoutCase, z.enum(['levenshtein'])).default('levenshtein'),
    params: z
      .object({
        /** Below 0: every text that has a run of letters in common. */
        radius: z.number().max(100).default(1),
        'blocking-ngram-size': z.number().int().min(1).max(20).default(6),
      })
      .default({ radius: 1, 'blocking-ngram-size': 6 }),
  }),
]);

export type ClustererConfig = z.output<typeof clustererSchema>;
type DistanceConfig = Extract<ClustererConfig, { readonly type: 'knn' }>;

/** Texts that may mean the same, the most frequent first, equally frequent ones by their characters; the cluster with the most different texts first, then that with the most rows. */
export type Cluster = readonly { readonly v: string; readonly c: number }[];

/**
 * Clusters of two and more texts, from how often each text occurs. By key every text is in one cluster, those without a key together; by distance in that of each of its neighbours,
 * so that clusters overlap, as clients are used to. `progress` is called now and then.
 */
export function clusterTexts(
  counts: ReadonlyMap<string, number>,
  config: ClustererConfig,
  progress: () => void,
): readonly Cluster[] {
  const texts = [...counts.keys()];
  const groups =
    config.type === 'binning'
      ? byKey(texts, (text) => KEYERS[config.function](text, config.params['ngram-size']), progress)
      : byDistance(texts, config.params, progress);
  const rows = (cluster: Cluster): number => cluster.reduce((sum, { c }) => sum + c, 0);
  return groups
    .filter((group) => group.length > 1)
    .map((group): Cluster =>
      group
        .map((text) => ({ v: text, c: counts.get(text) ?? 0 }))
        .sort((one, other) => other.c - one.c || (one.v < other.v ? -1 : 1)),
    )
    .sort((one, other) => other.length - one.length || rows(other) - rows(one));
}

/** Texts or pairs of texts between two calls of `progress`. */
const STEPS_A_CALL = 4096;

/** A step that calls `progress` now and then. */
function countingSteps(progress: () => void): () => void {
  let steps = 0;
  return () => {
    if (steps % STEPS_A_CALL === 0) progress();
    steps += 1;
  };
}

function byKey(
  texts: readonly string[],
  keyOf: (text: string) => string,
  progress: () => void,
): readonly (readonly string[])[] {
  const step = countingSteps(progress);
  const groups = listsByKey(texts, (text) => {
    step();
    return keyOf(text);
  });
  return [...groups.values()];
}

/** Each text with its neighbours: those within the radius that have a run of letters in common with it. Equal groups are one. */
function byDistance(
  texts: readonly string[],
  { radius, 'blocking-ngram-size': ngramSize }: DistanceConfig['params'],
  progress: () => void,
): readonly (readonly string[])[] {
  const step = countingSteps(progress);
  const folded = texts.map(lowerUnits);
  const neighbours = texts.map((_, place) => new Set([place]));
  const compared = texts.map(() => new Set<number>());
  for (const block of blocksOf(texts, ngramSize).values()) {
    for (const [place, one] of block.entries()) {
      for (const other of block.slice(place + 1)) {
        if (compared[one]?.has(other) === true) continue;
        compared[one]?.add(other);
        step();
        const [text, otherText] = [folded[one] ?? '', folded[other] ?? ''];
        const isNear =
          radius < 0 ||
          (Math.abs(text.length - otherText.length) <= radius && levenshteinDistance(text, otherText) <= radius);
        if (!isNear) continue;
        neighbours[one]?.add(other);
        neighbours[other]?.add(one);
      }
    }
  }
  const groups = new Map<string, readonly number[]>();
  for (const near of neighbours) {
    const group = [...near].sort((one, other) => one - other);
    groups.set(group.join(' '), group);
  }
  return [...groups.values()].map((group) => group.map((place) => texts[place] ?? ''));
}

/** Run of letters → the places of the texts that have it. */
function blocksOf(texts: readonly string[], ngramSize: number): ReadonlyMap<string, readonly number[]> {
  const blocks = new Map<string, number[]>();
  texts.forEach((text, index) => {
    for (const gram of gramsOf(text, ngramSize)) {
      const block = blocks.get(gram);
      if (block === undefined) blocks.set(gram, [index]);
      else block.push(index);
    }
  });
  return blocks;
}

const LEFT_OUT = /[\u0000-\u0020\u007f!-/:-@[-`{-~]/g;

/** The runs of letters of a text without spaces and punctuation; none where it is shorter than a run. */
function gramsOf(text: string, size: number): ReadonlySet<string> {
  const plain = text.replace(LEFT_OUT, '').toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, plain.length - size + 1) }, (_, start) => plain.slice(start, start + size)),
  );
}

import { z } from 'zod';
import { DisjointSets } from '../../foundation/disjoint-sets.js';
import { listsByKey } from '../../foundation/lists-by-key.js';
import { levenshteinDistance } from '../../text/similarity/levenshtein-distance.js';
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
    function: z.enum(['levenshtein']).default('levenshtein'),
    params: z
      .object({
        radius: z.number().min(0).max(100).default(1),
        'blocking-ngram-size': z.number().int().min(1).max(20).default(6),
      })
      .default({ radius: 1, 'blocking-ngram-size': 6 }),
  }),
]);

export type ClustererConfig = z.output<typeof clustererSchema>;
type DistanceConfig = Extract<ClustererConfig, { readonly type: 'knn' }>;

/** Texts that may mean the same, the most frequent first, equally frequent ones by their characters; the cluster with the most different texts first, then that with the most rows. */
export type Cluster = readonly { readonly v: string; readonly c: number }[];

/** Clusters of two and more texts, from how often each text occurs. `progress` is called now and then. */
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
  return [...groups].flatMap(([key, group]) => (key === '' ? [] : [group]));
}

/** Texts within a radius of each other, of those that have a run of letters in common; a text near two others brings them together. */
function byDistance(
  texts: readonly string[],
  { radius, 'blocking-ngram-size': ngramSize }: DistanceConfig['params'],
  progress: () => void,
): readonly (readonly string[])[] {
  const step = countingSteps(progress);
  const near = new DisjointSets();
  for (const block of blocksOf(texts, ngramSize).values()) {
    for (const [place, one] of block.entries()) {
      for (const other of block.slice(place + 1)) {
        step();
        const [text, otherText] = [texts[one] ?? '', texts[other] ?? ''];
        if (Math.abs(text.length - otherText.length) > radius || near.leaderOf(one) === near.leaderOf(other)) continue;
        if (levenshteinDistance(text.toLowerCase(), otherText.toLowerCase()) <= radius) near.join(one, other);
      }
    }
  }
  const groups = listsByKey(texts.keys(), (index) => near.leaderOf(index));
  return [...groups.values()].map((group) => group.map((index) => texts[index] ?? ''));
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

function gramsOf(text: string, size: number): ReadonlySet<string> {
  const plain = text.toLowerCase().replace(/\s+/gu, '');
  if (plain.length <= size) return new Set([plain]);
  return new Set(Array.from({ length: plain.length - size + 1 }, (_, start) => plain.slice(start, start + size)));
}

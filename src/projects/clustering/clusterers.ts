import { z } from 'zod';
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

export const clustererSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('binning'), column: z.string(), function: z.enum(keyerNames).default('fingerprint'), params: z.object({ 'ngram-size': z.number().int().min(1).max(20).default(2) }).default({ 'ngram-size': 2 }) }),
  z.object({
    type: z.literal('knn'),
    column: z.string(),
    function: z.enum(['levenshtein']).default('levenshtein'),
    params: z.object({ radius: z.number().min(0).max(100).default(1), 'blocking-ngram-size': z.number().int().min(1).max(20).default(6) }).default({ radius: 1, 'blocking-ngram-size': 6 }),
  }),
]);

export type ClustererConfig = z.output<typeof clustererSchema>;

/** Texts that may mean the same, the most frequent first; the cluster with the most different texts first, then that with the most rows. */
export type Cluster = readonly { readonly v: string; readonly c: number }[];

/** Clusters of two and more texts, from how often each text occurs. `progress` is called now and then. */
export function clusterTexts(counts: ReadonlyMap<string, number>, config: ClustererConfig, progress: () => void): readonly Cluster[] {
  const groups = config.type === 'binning' ? byKey([...counts.keys()], (text) => KEYERS[config.function](text, config.params['ngram-size']), progress) : byDistance([...counts.keys()], config.params.radius, config.params['blocking-ngram-size'], progress);
  const rows = (cluster: Cluster): number => cluster.reduce((sum, { c }) => sum + c, 0);
  return groups
    .filter((texts) => texts.length > 1)
    .map((texts): Cluster => texts.map((text) => ({ v: text, c: counts.get(text) ?? 0 })).sort((one, other) => other.c - one.c))
    .sort((one, other) => other.length - one.length || rows(other) - rows(one));
}

function byKey(texts: readonly string[], keyOf: (text: string) => string, progress: () => void): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  texts.forEach((text, index) => {
    if (index % 4096 === 0) progress();
    const key = keyOf(text);
    if (key === '') return;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [text]);
    else group.push(text);
  });
  return [...groups.values()];
}

/** Texts within a radius of each other, of those that have a run of letters in common; a text near two others brings them together. */
function byDistance(texts: readonly string[], radius: number, ngramSize: number, progress: () => void): readonly (readonly string[])[] {
  const blocks = new Map<string, number[]>();
  texts.forEach((text, index) => {
    for (const gram of gramsOf(text, ngramSize)) {
      const block = blocks.get(gram);
      if (block === undefined) blocks.set(gram, [index]);
      else block.push(index);
    }
  });
  const leader = Int32Array.from(texts, (_, index) => index);
  const leaderOf = (index: number): number => {
    let at = index;
    while ((leader[at] ?? at) !== at) at = leader[at] ?? at;
    return at;
  };
  let compared = 0;
  for (const block of blocks.values()) {
    for (const [place, one] of block.entries()) {
      for (const other of block.slice(place + 1)) {
        compared += 1;
        if (compared % 4096 === 0) progress();
        const [first, second] = [leaderOf(one), leaderOf(other)];
        const [text, otherText] = [texts[one] ?? '', texts[other] ?? ''];
        if (first === second || Math.abs(text.length - otherText.length) > radius) continue;
        if (levenshteinDistance(text.toLowerCase(), otherText.toLowerCase()) <= radius) leader[second] = first;
      }
    }
  }
  const groups = new Map<number, string[]>();
  texts.forEach((text, index) => {
    const at = leaderOf(index);
    groups.set(at, [...(groups.get(at) ?? []), text]);
  });
  return [...groups.values()];
}

function gramsOf(text: string, size: number): ReadonlySet<string> {
  const plain = text.toLowerCase().replace(/\s+/gu, '');
  if (plain.length <= size) return new Set([plain]);
  return new Set(Array.from({ length: plain.length - size + 1 }, (_, start) => plain.slice(start, start + size)));
}

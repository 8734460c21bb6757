import { z } from 'zod';
import { listsByKey } from '../../foundation/lists-by-key.js';
import { levenshteinDistance } from '../../text/similarity/edit-distance.js';
import { fingerprint, ngramFingerprint, phoneticKey } from '../expressions/grel/text/text-keys.js';
import { ppmDistances } from './ppm-distance.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import {
  type CompiledExpression,
  ExpressionSyntaxError,
  type RowBindings,
  parseExpression,
} from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { valueText } from '../expressions/value-text.js';
import { ErrorValue } from '../grid/cell-value.js';

/** Keys of texts; texts with one key are similar. */
const KEYERS = {
  fingerprint: (text: string) => fingerprint(text),
  'ngram-fingerprint': (text: string, ngramSize: number) => ngramFingerprint(text, ngramSize),
  metaphone: (text: string) => phoneticKey(text, 'metaphone'),
  'double-metaphone': (text: string) => phoneticKey(text, 'doublemetaphone'),
  'cologne-phonetic': (text: string) => phoneticKey(text, 'cologne'),
  'daitch-mokotoff': (text: string) => phoneticKey(text, 'daitch-mokotoff'),
  'beider-morse': (text: string) => phoneticKey(text, 'beider-morse'),
} as const satisfies Readonly<Record<string, (text: string, ngramSize: number) => string>>;

const DISTANCE_NAMES = ['levenshtein', 'ppm'] as const;

/** Distances of texts, as far as the radius needs them. */
const DISTANCES: Readonly<Record<(typeof DISTANCE_NAMES)[number], (radius: number) => DistanceBetween>> = {
  levenshtein: (radius) => (one, other) =>
    Math.abs(one.length - other.length) > radius ? Infinity : levenshteinDistance(one, other),
  ppm: ppmDistances,
};

type DistanceBetween = (one: string, other: string) => number;

export const CLUSTERING_NAMES = { distances: DISTANCE_NAMES, keyers: Object.keys(KEYERS) };

// Object.keys loses the type of the keys; the object is the literal above, and not empty.
const keyerNames = Object.keys(KEYERS) as [keyof typeof KEYERS, ...(keyof typeof KEYERS)[]];

/** Clients write `Daitch-Mokotoff`, and `PPM`, too. */
const withoutCase = (name: unknown): unknown => (typeof name === 'string' ? name.toLowerCase() : name);

const nearness = {
  /** Below 0: every text with a common run of letters. */
  radius: z.number().max(100).default(1),
  'blocking-ngram-size': z.number().int().min(1).max(20).default(6),
};
const ownExpression = z.string().min(1);

export const clustererSchema = z.union([
  z.object({
    type: z.literal('binning'),
    column: z.string(),
    function: z.preprocess(withoutCase, z.enum(keyerNames)).default('fingerprint'),
    params: z.object({ 'ngram-size': z.number().int().min(1).max(20).default(2) }).default({ 'ngram-size': 2 }),
  }),
  z.object({
    type: z.literal('binning'),
    column: z.string(),
    function: z.preprocess(withoutCase, z.literal('userdefinedkeyer')),
    params: z.object({ expression: ownExpression }),
  }),
  z.object({
    type: z.literal('knn'),
    column: z.string(),
    function: z.preprocess(withoutCase, z.enum(DISTANCE_NAMES)).default('levenshtein'),
    params: z.object(nearness).default({ radius: 1, 'blocking-ngram-size': 6 }),
  }),
  z.object({
    type: z.literal('knn'),
    column: z.string(),
    function: z.preprocess(withoutCase, z.literal('userdefineddistance')),
    params: z.object({ ...nearness, expression: ownExpression }),
  }),
]);

type ClustererConfig = z.output<typeof clustererSchema>;
type Nearness = z.output<z.ZodObject<typeof nearness>>;

/**
 * Similar texts, the most frequent first, equally frequent ones by their characters; the cluster with the most
 * different texts first, then that with the most rows.
 */
export type Cluster = readonly { readonly v: string; readonly c: number }[];

/** Compiles expressions of the user, and reports progress. */
export interface ClusteringTools {
  readonly compile: Compile;
  readonly progress: () => void;
}

/**
 * Clusters of two and more texts, from counts of texts. By key every text is in one cluster, those without a key
 * together; by distance in that of each of its neighbours, so that clusters overlap, as clients are used to. `progress`
 * is called now and then.
 */
export function clusterTexts(
  counts: ReadonlyMap<string, number>,
  config: ClustererConfig,
  tools: ClusteringTools,
): readonly Cluster[] {
  const texts = [...counts.keys()];
  const groups =
    config.type === 'binning'
      ? [...listsByKey(texts, keyerOf(config, texts, tools)).values()]
      : byDistance(texts, config.params, distanceOf(config, tools.compile), countingSteps(tools.progress));
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

/** Pairs of texts between two calls of `progress`. */
const PAIRS_A_CALL = 256;

function countingSteps(progress: () => void): () => void {
  let steps = 0;
  return () => {
    if (steps % PAIRS_A_CALL === 0) progress();
    steps += 1;
  };
}

function keyerOf(
  config: Extract<ClustererConfig, { readonly type: 'binning' }>,
  texts: readonly string[],
  { compile, progress }: ClusteringTools,
): (text: string) => string {
  if (config.function !== 'userdefinedkeyer') {
    const { function: name, params } = config;
    const step = countingSteps(progress);
    return (text) => {
      step();
      return KEYERS[name](text, params['ngram-size']);
    };
  }
  const keys = ownKeys(config.params.expression, texts, compile, progress);
  return (text) => keys.get(text) ?? '';
}

function distanceOf(
  config: Extract<ClustererConfig, { readonly type: 'knn' }>,
  compile: ClusteringTools['compile'],
): DistanceBetween {
  return config.function === 'userdefineddistance'
    ? ownDistance(config.params.expression, compile)
    : DISTANCES[config.function](config.params.radius);
}

/** Each text with its neighbours: those within the radius with a common run of letters. Equal groups are one. */
function byDistance(
  texts: readonly string[],
  { radius, 'blocking-ngram-size': ngramSize }: Nearness,
  distanceBetween: DistanceBetween,
  step: () => void,
): readonly (readonly string[])[] {
  const neighbours = texts.map((_, place) => new Set([place]));
  const compared = texts.map(() => new Set<number>());
  for (const block of blocksOf(texts, ngramSize).values()) {
    for (const [place, one] of block.entries()) {
      for (const other of block.slice(place + 1)) {
        if (compared[one]?.has(other) === true) continue;
        compared[one]?.add(other);
        step();
        const isNear = radius < 0 || distanceBetween(texts[one] ?? '', texts[other] ?? '') <= radius;
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

/** Run of letters → the places of its texts. */
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

const LEFT_OUT = /[\u0000-\u001f\u007f!-/:-@[-`{-~]/g;

/** The runs of letters of a text without punctuation, with one space between words; none of a shorter text. */
function gramsOf(text: string, size: number): ReadonlySet<string> {
  const plain = text.trim().replace(LEFT_OUT, '').replace(/ +/g, ' ').toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, plain.length - size + 1) }, (_, start) => plain.slice(start, start + size)),
  );
}

/** Reads programs in any of the languages. */
type Compile = FacetContext['compile'];

/** Texts given to an expression at once. */
const BATCH = 1000;

/**
 * Text → key, by an expression with the text in `value`. Errors are keys, as in OpenRefine. Throws `parameter-invalid`.
 */
function ownKeys(
  expression: string,
  texts: readonly string[],
  compile: Compile,
  progress: () => void,
): ReadonlyMap<string, string> {
  const compiled = compiledOf(expression, compile);
  const keys = new Map<string, string>();
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    const values = compiled.evaluate(batch.map(bindingsOf));
    batch.forEach((text, place) => keys.set(text, ownKey(values[place] ?? null)));
    progress();
  }
  return keys;
}

const ownKey = (value: ExpressionValue): string => (value === null ? 'null' : valueText(value));

/**
 * The distance of two texts by a GREL expression with them in `value1` and `value2`. Throws `parameter-invalid`, also
 * when a pair of texts gives no number.
 */
function ownDistance(expression: string, compile: Compile): (one: string, other: string) => number {
  const { languageId, program } = parseExpression(expression);
  if (languageId !== 'grel') throw invalid('the texts are "value1" and "value2" in GREL alone');
  compiledOf(program, compile);
  const compiled = compiledOf(`with(value[0], value1, with(value[1], value2, ${program}))`, compile);
  return (one, other) => {
    const [value = null] = compiled.evaluate([bindingsOf([one, other])]);
    if (value instanceof ErrorValue) throw invalid(value.message);
    const distance = typeof value === 'string' && value.trim() === '' ? NaN : Number(value ?? NaN);
    if (Number.isNaN(distance)) throw invalid(`it gives no number for "${one}" and "${other}"`);
    return distance;
  };
}

function compiledOf(expression: string, compile: Compile): CompiledExpression {
  try {
    return compile(expression);
  } catch (thrown) {
    if (thrown instanceof ExpressionSyntaxError) throw invalid(thrown.message);
    throw thrown;
  }
}

function invalid(sentence: string): SameasError {
  return new SameasError('parameter-invalid', `The expression of "clusterer" cannot be used: ${sentence}.`, {
    advice: 'A keyer finds the text in "value"; a distance finds two in "value1" and "value2" and gives a number.',
    facts: { parameter: 'clusterer' },
  });
}

/** A text for an expression without a row or project. */
function bindingsOf(value: ExpressionValue): RowBindings {
  return { value, cell: null, columnName: '', row: NO_ROW, project: NO_PROJECT };
}

const NO_ROW: RowBindings['row'] = {
  index: 0,
  starred: false,
  flagged: false,
  columnNames: [],
  cell: () => undefined,
  record: () => ({ index: 0, fromRowIndex: 0, toRowIndex: 0, cells: () => undefined }),
};
const noProject = (): never => {
  throw new Error('An expression for clusters sees texts alone');
};
const NO_PROJECT: RowBindings['project'] = { id: '', name: '', cross: noProject, facetCount: noProject };

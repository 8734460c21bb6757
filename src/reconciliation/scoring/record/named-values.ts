import type { Dataset } from '../../../entities/dataset.js';
import { analyseLabel } from '../../../text/analyse-label.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import type { DatasetStatistics } from '../../dataset-statistics.js';
import { WORDS_WITH_BITS } from '../../alignment/word-bits.js';
import { regionNames } from './region-names.js';
import type { PropertyModel } from '../model/scoring-model.js';

/*
 * "Forest Research Institute, Poland" is not the institute of that name in Malaysia, and "Salem, Oregon" not the town in
 * Ohio: where a list says of nearly all its entities in which of a few countries or states they are, a query that names
 * another one speaks against them.
 */

/** Words of a query that are looked for in records: those that have a bit, but for the last, which is the sign of a number. */
export const MOST_WORDS_LOOKED_FOR = WORDS_WITH_BITS - 1;

/** A value by which the dataset divides its entities, standing by itself in the query. */
export interface NamedValue {
  /** Id of the property. */
  readonly property: string;
  /** Words of the query, one bit each. */
  readonly words: number;
}

/** A property divides when this share of its values, or more, are among the frequent ones, and hardly an entity has two. */
const LEAST_COVERED = 0.8;
const MOST_COVERED = 1.1;
const LONGEST_VALUE = 40;
const LEAST_LETTERS = 4;
/** What parts a text into pieces that each say something of their own. */
const BREAK = /[,;:()[\]{}|/\n]|\s[-\u2010-\u2015]\s/u;
const HAS_DIGIT = /\p{Nd}/u;

interface ValueName {
  readonly property: string;
  readonly words: readonly string[];
}

/** First word of a name of a value → the names that begin so. */
type ValueNames = ReadonlyMap<string, readonly ValueName[]>;

const namesOfDatasets = new WeakMap<DatasetStatistics, ValueNames>();

/**
 * The values that stand by themselves in the query: as a piece between commas, brackets and the like, or at its end. Cost: a
 * look-up a word; the pieces are looked at only where a value is found. The names of all values are put together once a snapshot.
 */
export function namedValues(
  { properties }: Pick<Dataset, 'properties'>,
  statistics: DatasetStatistics,
  query: AnalysedLabel,
): readonly NamedValue[] {
  let names = namesOfDatasets.get(statistics);
  if (names === undefined) {
    names = namesOfValues(properties, statistics);
    namesOfDatasets.set(statistics, names);
  }
  if (names.size === 0 || query.tokens.length < 2 || query.tokens.length > MOST_WORDS_LOOKED_FOR) return [];
  const found: NamedValue[] = [];
  let pieces: readonly (readonly [number, number])[] | undefined;
  for (const [at, word] of query.tokens.entries()) {
    for (const { property, words } of names.get(word) ?? []) {
      if (!words.every((own, i) => query.tokens[at + i] === own)) continue;
      pieces ??= piecesOf(query);
      const end = at + words.length;
      if (pieces.some(([first, last]) => first === at && last === end) || pieces.at(-1)?.[1] === end)
        found.push({ property, words: (2 ** words.length - 1) << at });
    }
  }
  return found;
}

/** Where the pieces of the query begin and end among its words, numbers at their ends left out; the query as one piece where that cannot be said. */
function piecesOf(query: AnalysedLabel): readonly (readonly [number, number])[] {
  const pieces: (readonly [number, number])[] = [];
  let at = 0;
  for (const text of query.original.split(BREAK)) {
    const { tokens } = analyseLabel(text);
    let [first, last] = [at, at + tokens.length];
    at = last;
    while (last > first && HAS_DIGIT.test(query.tokens[last - 1] ?? '')) last--;
    while (first < last && HAS_DIGIT.test(query.tokens[first] ?? '')) first++;
    if (last > first) pieces.push([first, last]);
  }
  return at === query.tokens.length ? pieces : [[0, query.tokens.length]];
}

function namesOfValues(properties: Dataset['properties'], statistics: DatasetStatistics): ValueNames {
  const names = new Map<string, ValueName[]>();
  for (const { id, datatype } of properties) {
    const model = statistics.valuesOf(id);
    if (model === undefined || (datatype !== 'text' && datatype !== 'reference') || !divides(model)) continue;
    for (const key of Object.keys(model.frequent)) {
      const texts = datatype === 'text' ? regionNames(key.toUpperCase()) : namesOfEntity(statistics, key);
      for (const text of new Set(
        [...texts, ...(key.length >= LEAST_LETTERS && datatype === 'text' ? [key] : [])].map(
          (name) => analyseLabel(name).folded,
        ),
      )) {
        const words = text.split(' ');
        const [first = ''] = words;
        const known = names.get(first);
        if (known === undefined) names.set(first, [{ property: id, words }]);
        else known.push({ property: id, words });
      }
    }
  }
  return names;
}

function divides(model: PropertyModel): boolean {
  const covered = Object.values(model.frequent).reduce((sum, share) => sum + share, 0);
  return covered >= LEAST_COVERED && covered <= MOST_COVERED && model.meanLength <= LONGEST_VALUE;
}

function namesOfEntity(statistics: DatasetStatistics, id: string): readonly string[] {
  const names = statistics.namesOf(id);
  return names.length === 0 ? regionNames(id) : names.map(({ text }) => text);
}

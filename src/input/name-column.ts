import { GENERIC_QUERY_KEYS } from '../datasets/find-column.js';
import { headingKey, headingWords, kindsOfThings } from '../datasets/heading-vocabulary.js';
import type { NameHeading } from '../datasets/classify-heading.js';
import { ColumnProfile } from '../datasets/profile-column.js';
import { scoreNameColumns } from '../datasets/score-columns.js';
import type { Dataset } from '../entities/dataset.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { MAX_ROWS, namesLookedAt } from './name-pairs.js';
import { largestOf } from '../foundation/largest-of.js';
import { plainLetters } from '../foundation/plain-letters.js';

/*
 * Finds the column of names: the points of `scoreNameColumns`, plus points for the heading and the values by the
 * dataset. Distinct values count once.
 */

/** All values are names of the dataset, or all their words are words of names. */
const POINTS_OF_NAMES = 8;
const POINTS_OF_WORDS = 4;
/** The heading names the kind of the dataset's entities, in any known language. */
const POINTS_OF_KIND = 4;
/** The heading announces texts to look up. */
const POINTS_OF_GENERIC = 6;
/** The heading is a property of the dataset: evidence other than the name, unless it is the only choice. */
const POINTS_OF_PROPERTY = -8;
/** A few repeated values count little against a column of many names. */
const POWER_OF_DISTINCT = 0.75;
const MIN_EVIDENCE = 1.5;
const CLEAR_LEAD = 1.3;

const MAX_VALUES = 150;
const MAX_COLUMNS = 50;
/** Types of the dataset examined, those with most entities. */
const MAX_TYPES = 50;

interface PossibleColumns {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
  readonly columns: readonly number[];
  /** Those of them whose headings are properties of the dataset. */
  readonly properties: ReadonlySet<number>;
}

export interface NameColumn {
  readonly column: number;
  readonly isClear: boolean;
}

/** The most probable column of names; `undefined` without any. Cost: as `valuesInNames` for the first rows. */
export function nameColumn(
  { headings, rows, columns, properties }: PossibleColumns,
  dataset: Dataset,
  mostEntities: number,
): NameColumn | undefined {
  const looked = columns
    .slice(0, MAX_COLUMNS)
    .map((column) => ({ column, heading: headings[column] ?? '', ...lookInto(rows, column) }));
  const prior = scoreNameColumns(
    looked.map(({ heading, profile }) => ({ name: heading, profile })),
    Math.min(rows.length, MAX_ROWS),
  );
  const inNames = valuesInNames(
    looked.flatMap(({ values }) => values),
    dataset,
    mostEntities,
  );
  const evidences = looked.map(({ values }) => evidenceOf(values, inNames));
  const mostDistinct = largestOf(
    looked.map(({ distinct }, place) => ((evidences[place] ?? 0) >= MIN_EVIDENCE ? distinct : 1)),
    1,
  );
  const kinds = kindsListed(dataset);
  const scored = prior
    .flatMap(({ place, heading, points }) => {
      const one = looked[place];
      if (one === undefined) return [];
      const isKind = !SAYS_OTHER.has(heading) && isCalledLike(one.heading, kinds, dataset);
      const fromDataset = (evidences[place] ?? 0) * Math.min(1, one.distinct / mostDistinct) ** POWER_OF_DISTINCT;
      const isGeneric = GENERIC_QUERY_KEYS.includes(headingKey(one.heading));
      const added =
        fromDataset +
        (isKind ? POINTS_OF_KIND : 0) +
        (isGeneric ? POINTS_OF_GENERIC : 0) +
        (properties.has(one.column) ? POINTS_OF_PROPERTY : 0);
      return [
        {
          column: one.column,
          points: points + added,
          isName: heading === 'name' || isGeneric,
          isKnown: isKind || fromDataset >= MIN_EVIDENCE || SAYS_NAME.has(heading),
        },
      ];
    })
    .sort((a, b) => b.points - a.points);
  const [best, next] = scored;
  if (best === undefined) return undefined;
  return {
    column: best.column,
    isClear: next === undefined || best.isName || (best.isKnown && best.points - next.points >= CLEAR_LEAD),
  };
}

/** Kinds of headings of names. */
const SAYS_NAME: ReadonlySet<NameHeading> = new Set<NameHeading>([
  'name',
  'name-of',
  'entity',
  'place-name',
  'maker',
  'place',
]);
const SAYS_OTHER: ReadonlySet<NameHeading> = new Set<NameHeading>(['alias', 'other']);

/** The profile of the first cells of a column, and their distinct values. */
function lookInto(
  rows: readonly (readonly RawCell[])[],
  column: number,
): { readonly profile: ColumnProfile; readonly values: readonly string[]; readonly distinct: number } {
  const profile = new ColumnProfile();
  const values = new Set<string>();
  for (const cells of rows.slice(0, MAX_ROWS)) {
    const texts = textsOf(cells[column]);
    profile.add(cells[column] ?? '', '');
    for (const text of texts) if (text.trim() !== '') values.add(text.trim());
  }
  return { profile, values: [...values].slice(0, MAX_VALUES), distinct: values.size };
}

/** Points for distinct values that are names, or consist of words of names. */
function evidenceOf(values: readonly string[], { isName, wordShare, lookedAt }: ValuesInNames): number {
  if (values.length === 0) return 0;
  const named = values.filter(isName).length;
  // Names that were not examined match at the same rate; a single match may be chance.
  const share = named < 2 ? named / values.length : Math.min(1, named / values.length / lookedAt);
  const words = values.reduce((sum, value) => sum + wordShare(value), 0) / values.length;
  return Math.max(POINTS_OF_NAMES * share, POINTS_OF_WORDS * words);
}

/** The kinds of the dataset's entities, by the names of its types and its own. */
function kindsListed({ types, metadata }: Dataset): ReadonlySet<number> {
  return new Set(
    [metadata.name, ...types.types.slice(0, MAX_TYPES).map(({ name }) => name)].flatMap((name) => [
      ...kindsOfThings(name),
    ]),
  );
}

/** Whether a heading is the name of a type or of the dataset in singular or plural, or a word for the same kind. */
function isCalledLike(heading: string, kinds: ReadonlySet<number>, { types, metadata }: Dataset): boolean {
  if ([...kindsOfThings(heading)].some((kind) => kinds.has(kind))) return true;
  const key = singular(heading);
  return (
    key !== '' &&
    [metadata.name, ...types.types.slice(0, MAX_TYPES).flatMap(({ id, name }) => [id, name])].some(
      (name) => singular(name) === key,
    )
  );
}

function singular(text: string): string {
  return headingWords(text).join(' ').replace(/ies$/, 'y').replace(/s$/, '');
}

/** Shorter names are near many others. */
const MIN_NEAR = 5;
/** Longer texts are not searched for typos: there are too many ways to make one. */
const MAX_NEAR = 40;
/** Characters at the beginning or end that texts one typo apart share. */
const END = 3;

/** Facts about texts by the names of a dataset. */
interface ValuesInNames {
  /** Whether the text is a name, or one typo away from one; "Woolf, Virginia" is "Virginia Woolf". */
  readonly isName: (text: string) => boolean;
  /** Share of the words of the text that are words of names; 0 for a text without words. */
  readonly wordShare: (text: string) => number;
  /** Share of the dataset's names that were examined. */
  readonly lookedAt: number;
}

/**
 * Compares texts with the names of about `most` entities. Cost: as `namesLookedAt`, and the deletions of each text and
 * of each name with the same beginning or end (Garbe's symmetric deletions).
 */
function valuesInNames(texts: Iterable<string>, dataset: Pick<Dataset, 'entities'>, most: number): ValuesInNames {
  const keys = new Set<string>();
  for (const text of texts) for (const key of keysOf(plainLetters(text))) keys.add(key);
  const near = deletionsOf(keys);
  const [beginnings, ends] = [new Set<string>(), new Set<string>()];
  for (const key of keys) {
    beginnings.add(key.slice(0, END));
    ends.add(key.slice(-END));
  }
  const words = new Set<string>();
  const named = new Set<string>();
  for (const plain of namesLookedAt(dataset, most)) {
    for (const word of wordsOf(plain)) words.add(word);
    for (const name of keysOf(plain)) {
      if (keys.has(name)) named.add(name);
      if (
        name.length < MIN_NEAR ||
        name.length > MAX_NEAR ||
        (!beginnings.has(name.slice(0, END)) && !ends.has(name.slice(-END)))
      )
        continue;
      for (const key of near.get(name) ?? []) named.add(key);
      for (let at = 0; at < name.length; at++)
        for (const key of near.get(name.slice(0, at) + name.slice(at + 1)) ?? []) named.add(key);
    }
  }
  return {
    isName: (text) => keysOf(plainLetters(text)).some((key) => named.has(key)),
    wordShare: (text) => {
      const all = wordsOf(plainLetters(text));
      return all.length === 0 ? 0 : all.filter((word) => words.has(word)).length / all.length;
    },
    lookedAt: Math.min(1, most / Math.max(1, dataset.entities.size)),
  };
}

/** Text after one deletion, or unchanged → the keys that give it. */
function deletionsOf(keys: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const near = new Map<string, string[]>();
  const add = (form: string, key: string): void => {
    const known = near.get(form);
    if (known === undefined) near.set(form, [key]);
    else known.push(key);
  };
  for (const key of keys) {
    if (key.length < MIN_NEAR || key.length > MAX_NEAR) continue;
    add(key, key);
    for (let at = 0; at < key.length; at++) add(key.slice(0, at) + key.slice(at + 1), key);
  }
  return near;
}

/**
 * Comparison keys of a plain text: its words, also without the part after a comma or in brackets, and with the part
 * after the comma in front.
 */
function keysOf(plain: string): readonly string[] {
  const whole = joined(plain);
  const at = plain.search(/[,([]/u);
  if (at < 0) return whole === '' ? [] : [whole];
  const turned = plain[at] === ',' ? joined(`${plain.slice(at + 1)} ${plain.slice(0, at)}`) : whole;
  return [...new Set([whole, joined(plain.slice(0, at)), turned])].filter((key) => key !== '');
}

function joined(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Words have at least two letters. */
function wordsOf(plain: string): readonly string[] {
  return plain.match(/\p{L}{2,}/gu) ?? [];
}

import type { Dataset } from '../entities/dataset.js';
import type { RawCell } from '../formats/raw-record.js';
import { textsOf } from '../formats/texts-of.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { MAX_ROWS, namesLookedAt } from './names-looked-at.js';

/** Share of the words of a column that must be words of names, and how many times that of any other column it must be. */
const MIN_SHARE = 0.3;
const MIN_LEAD = 2;
/** Share from which on the words of a column that is called so may be names. */
const MIN_HEADED_SHARE = 0.1;
/** Share from which on a column is one of names though it is called otherwise; of a long list not all names are looked at. */
const MIN_SHARE_OTHERWISE = 0.2;

/**
 * The one of `columns` whose words are by far most often words of names of the list; `undefined` when none is, and when the one that is `headed` as names has
 * some of these words. Cost: as `namesLookedAt`.
 */
export function columnLikeNames(rows: readonly (readonly RawCell[])[], columns: readonly number[], headed: number | undefined, dataset: Pick<Dataset, 'entities'>, mostEntities: number): number | undefined {
  if (columns.length < 2 || rows.length === 0) return undefined;
  const known = wordsOfNames(dataset, mostEntities);
  const shares = columns.map((column) => ({ column, share: shareKnown(rows, column, known) })).sort((a, b) => b.share - a.share);
  if (shares.some(({ column, share }) => column === headed && share >= MIN_HEADED_SHARE)) return undefined;
  const [best, second] = shares;
  return best !== undefined && second !== undefined && best.share >= MIN_SHARE && best.share >= second.share * MIN_LEAD ? best.column : undefined;
}

/**
 * Those of `called`, columns that are called otherwise than names, whose words are often words of names of the list, the one with the most different values first; none where any of
 * `others` has such words, too. Of a list of places with the properties "city" and "country", "Shelf, City, Country" has its names in "City". Cost: as `namesLookedAt`.
 */
export function columnsOfNames(rows: readonly (readonly RawCell[])[], called: readonly number[], others: readonly number[], dataset: Pick<Dataset, 'entities'>, mostEntities: number): readonly number[] {
  if (called.length === 0 || rows.length === 0) return [];
  const known = wordsOfNames(dataset, mostEntities);
  if (others.some((column) => shareKnown(rows, column, known) >= MIN_HEADED_SHARE)) return [];
  const found = called.filter((column) => shareKnown(rows, column, known) >= MIN_SHARE_OTHERWISE);
  return found.map((column) => ({ column, values: valuesIn(rows, column) })).sort((a, b) => b.values - a.values).map(({ column }) => column);
}

function valuesIn(rows: readonly (readonly RawCell[])[], column: number): number {
  return new Set(rows.slice(0, MAX_ROWS).map((cells) => textsOf(cells[column]).join('|'))).size;
}

function wordsOfNames(dataset: Pick<Dataset, 'entities'>, mostEntities: number): ReadonlySet<string> {
  const known = new Set<string>();
  for (const name of namesLookedAt(dataset, mostEntities)) for (const word of wordsOf(name)) known.add(word);
  return known;
}

function shareKnown(rows: readonly (readonly RawCell[])[], column: number, known: ReadonlySet<string>): number {
  const words = rows.slice(0, MAX_ROWS).flatMap((cells) => wordsOf(plainLetters(textsOf(cells[column]).join(' '))));
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length;
}

/** A word has two letters or more. */
function wordsOf(plain: string): readonly string[] {
  return plain.match(/\p{L}{2,}/gu) ?? [];
}

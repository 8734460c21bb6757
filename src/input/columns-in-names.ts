import type { Dataset } from '../entities/dataset.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { MAX_ROWS, namesLookedAt } from './names-looked-at.js';

/** A longer text is a description. */
const MAX_WORDS = 5;
const MAX_CHARACTERS = 80;
/** Minimum share of the distinct values of a column with only words of names. */
const MIN_SHARE = 0.3;
/** Minimum share of rows with a value that occurs in a name together with a word of the row's name. */
const MIN_TOGETHER = 0.1;
/** The same if this many rows or more all have one value, which may be any frequent word of names. */
const MIN_TOGETHER_OF_ONE = 0.5;
const MANY_ROWS = 10;
/** Articles and prepositions occur in many names. */
const LITTLE = /^[a-z]{1,3}$/;
const WORD = /\p{L}{2,}|(?<!\d)\d{4}(?!\d)/gu;

/** The columns of a table that may hold parts of names. */
interface SoughtInNames {
  readonly rows: readonly (readonly RawCell[])[];
  readonly query: number;
  readonly columns: readonly number[];
}

/**
 * Those of `columns` whose values occur in names of the dataset together with other words: states, for "Springfield,
 * Illinois"; makers, for "Hoyle Casino". Words of some names are not enough: in some rows one name must have them
 * together with a word of the row's name. A whole name is an alias or another entity. Cost: as `namesLookedAt`.
 */
export function columnsInNames(
  { rows, query, columns }: SoughtInNames,
  dataset: Pick<Dataset, 'entities'>,
  mostEntities: number,
): readonly number[] {
  const first = rows.slice(0, MAX_ROWS);
  const asked = first.map((cells) => wordsOf(plainLetters(textsOf(cells[query]).join(' '))));
  const sought = columns.map((column) => ({
    column,
    values: first.flatMap((cells, row) =>
      valuesOf(cells[column]).map((words) => ({ text: words.join(' '), words, asked: asked[row] ?? [] })),
    ),
  }));
  const texts = namesByValue(sought.flatMap(({ values }) => values));
  if (texts.size === 0) return [];
  const { known, wholeNames, together } = lookInNames(texts, dataset, mostEntities);
  const isPart = ({ text, words }: RowValue): boolean =>
    text !== '' && words.every((word) => known.has(word)) && !wholeNames.has(text);
  const lookedAt = Math.min(1, mostEntities / Math.max(1, dataset.entities.size));
  return sought.flatMap(({ column, values }) => {
    const distinct = [...new Map(values.map((value) => [value.text, value])).values()];
    const parts = distinct.filter(isPart).length;
    const inOneName = values.filter(
      (value) => isPart(value) && value.asked.some((word) => together.get(value.text)?.has(word) === true),
    ).length;
    const least = distinct.length === 1 && values.length >= MANY_ROWS ? MIN_TOGETHER_OF_ONE : MIN_TOGETHER;
    return parts > 0 &&
      parts >= distinct.length * MIN_SHARE &&
      inOneName > 0 &&
      inOneName >= values.length * least * lookedAt
      ? [column]
      : [];
  });
}

/** The words of a row's value and of its name. */
interface RowValue {
  readonly text: string;
  readonly words: readonly string[];
  readonly asked: readonly string[];
}

/** A value and the words of all names in its rows. */
interface ValueWithNames {
  readonly words: readonly string[];
  readonly asked: ReadonlySet<string>;
}

function namesByValue(values: readonly RowValue[]): ReadonlyMap<string, ValueWithNames> {
  const texts = new Map<string, { readonly words: readonly string[]; readonly asked: Set<string> }>();
  for (const { text, words, asked } of values) {
    if (text === '') continue;
    const one = texts.get(text) ?? { words, asked: new Set<string>() };
    texts.set(text, one);
    for (const word of asked) if (!LITTLE.test(word) && !words.includes(word)) one.asked.add(word);
  }
  return texts;
}

/**
 * Statistics of names with at least two words: words of the values, values as whole names, and values together with
 * words of their rows' names.
 */
function lookInNames(
  texts: ReadonlyMap<string, ValueWithNames>,
  dataset: Pick<Dataset, 'entities'>,
  mostEntities: number,
): {
  readonly known: ReadonlySet<string>;
  readonly wholeNames: ReadonlySet<string>;
  readonly together: ReadonlyMap<string, ReadonlySet<string>>;
} {
  const words = new Set([...texts.values()].flatMap((value) => value.words));
  const byFirstWord = new Map<string, string[]>();
  for (const [text, value] of texts) {
    const [word = ''] = value.words;
    byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), text]);
  }
  const known = new Set<string>();
  const wholeNames = new Set<string>();
  const together = new Map([...texts.keys()].map((text) => [text, new Set<string>()]));
  for (const plain of namesLookedAt(dataset, mostEntities)) {
    const name = wordsOf(plain);
    if (name.length < 2) continue;
    const whole = name.join(' ');
    if (texts.has(whole)) wholeNames.add(whole);
    for (const word of name) {
      if (words.has(word)) known.add(word);
      for (const text of byFirstWord.get(word) ?? []) {
        const value = texts.get(text);
        if (value?.words.every((part) => name.includes(part)) === true)
          for (const other of name) if (value.asked.has(other)) together.get(text)?.add(other);
      }
    }
  }
  return { known, wholeNames, together };
}

/** The values of a cell as words, without those that cannot be parts of names. */
function valuesOf(cell: RawCell | undefined): readonly (readonly string[])[] {
  return textsOf(cell)
    .filter((value) => value.trim() !== '')
    .map((value) => {
      const words = value.length > MAX_CHARACTERS ? [] : wordsOf(plainLetters(value));
      return words.length > MAX_WORDS ? [] : words;
    });
}

function wordsOf(plain: string): readonly string[] {
  return plain.match(WORD) ?? [];
}

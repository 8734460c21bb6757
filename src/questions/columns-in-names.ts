import type { Dataset } from '../entities/dataset.js';
import type { RawCell } from '../formats/raw-record.js';
import { textsOf } from '../formats/texts-of.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { MAX_ROWS, namesLookedAt } from './names-looked-at.js';

/** A longer text is a description. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 80;
/** Share of the values of a column whose words must all be words of names. */
const MIN_SHARE = 0.3;
const WORD = /\p{L}{2,}|(?<!\d)\d{4}(?!\d)/gu;

/**
 * Those of `columns` that hold what names of the list have in them beside other words: states, where the list has "Springfield, Illinois"; makers, where it has
 * "Hoyle Casino". What is a whole name is another name of the thing, or of another. Cost: as `namesLookedAt`.
 */
export function columnsInNames(rows: readonly (readonly RawCell[])[], columns: readonly number[], dataset: Pick<Dataset, 'entities'>, mostEntities: number): readonly number[] {
  const sought = columns.map((column) => ({ column, values: valuesOf(rows.slice(0, MAX_ROWS), column) }));
  const words = new Set(sought.flatMap(({ values }) => values.flat()));
  if (words.size === 0) return [];
  const texts = new Set(sought.flatMap(({ values }) => values.map((value) => value.join(' '))));
  const known = new Set<string>();
  const wholeNames = new Set<string>();
  for (const plain of namesLookedAt(dataset, mostEntities)) {
    const name = wordsOf(plain);
    if (name.length < 2) continue;
    for (const word of name) if (words.has(word)) known.add(word);
    const text = name.join(' ');
    if (texts.has(text)) wholeNames.add(text);
  }
  return sought.flatMap(({ column, values }) => {
    const inNames = values.filter((value) => value.length > 0 && value.every((word) => known.has(word)) && !wholeNames.has(value.join(' ')));
    return inNames.length > 0 && inNames.length >= values.length * MIN_SHARE ? [column] : [];
  });
}

/** The values of a column as words; none for one that is no part of a name. */
function valuesOf(rows: readonly (readonly RawCell[])[], column: number): readonly (readonly string[])[] {
  const values = rows.flatMap((cells) => textsOf(cells[column])).filter((value) => value.trim() !== '');
  return values.map((value) => {
    const words = value.length > MOST_CHARACTERS ? [] : wordsOf(plainLetters(value));
    return words.length > MOST_WORDS ? [] : words;
  });
}

function wordsOf(plain: string): readonly string[] {
  return plain.match(WORD) ?? [];
}

import { analyseLabel } from '../../text/analyse-label.js';
import { isLittleWord } from '../../text/similarity/common-words.js';
import type { PropertyCondition, QueryValue } from '../reconciliation-query.js';

/*
 * "Springfield", with the property "state" Illinois, is "Springfield, Illinois" in a list that has the states in its names; "Casino 2007" of the maker "Hoyle" is "Hoyle
 * Casino 2007". What is asked for beside a name may be part of a label, whether or not the list has such a property, and is then nothing that the query lacks.
 */

/** A value of a property, in words that a label may have. */
export type ValueBeside = readonly string[];

/** Always the same, by which a query is known again. */
export const NO_VALUES: readonly ValueBeside[] = [];

/** A longer text is a description, whose words say nothing of a name. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 80;
const YEAR = /^\d{4}$/;
const LETTER = /\p{L}/u;

/** The values asked for beside the name, as words, without those that are not wanted; `names`: whether a property is that of the names themselves. Often none. */
export function valuesBeside(conditions: readonly PropertyCondition[], names: (property: string) => boolean): readonly ValueBeside[] {
  if (conditions.length === 0) return NO_VALUES;
  const found: ValueBeside[] = [];
  for (const { property, values, quantifier } of conditions) {
    if (quantifier === 'none' || names(property)) continue;
    for (const value of values) {
      const text = textOf(value);
      if (text.length > MOST_CHARACTERS || (!YEAR.test(text) && !LETTER.test(text))) continue;
      const words = analyseLabel(text).tokens.filter((word) => !isLittleWord(word));
      if (words.length > 0 && words.length <= MOST_WORDS) found.push(words);
    }
  }
  return found;
}

/** Blank for an identifier alone, which stands in no name. */
function textOf(value: QueryValue): string {
  return String(typeof value === 'object' ? (value.name ?? '') : value).trim();
}

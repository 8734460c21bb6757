import { lexiconByKey } from '../../../../text/lexicon.js';
import { EQUAL_VALUE, type CompareValue } from './value-comparison.js';

let meanings: ReadonlyMap<string, boolean> | undefined; // until somebody asks

/** Yes and no in some languages, and 1 and 0. */
export function compareBooleanWith(asked: string | number | boolean): CompareValue | undefined {
  const word = String(asked).trim().toLowerCase();
  meanings ??= new Map(lexiconByKey('booleans').flatMap(([meaning, words]) => words.split(' ').map((one) => [one, meaning === 'yes'] as const)));
  const wanted = meanings.get(word);
  if (wanted === undefined) return undefined;
  return (value) => (value.kind !== 'boolean' ? undefined : value.boolean === wanted ? EQUAL_VALUE : { agreement: -1, reason: 'the opposite' });
}

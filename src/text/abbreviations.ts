import { lexiconByKey } from './lexicon.js';

let meanings: ReadonlyMap<string, readonly string[]> | undefined; // until it is asked for

/**
 * Possible long forms of a folded short form in catalogues, maps and address books; none for most words. Retrieval uses
 * all; word similarity only to tell that a short word is not another word.
 */
export function abbreviated(short: string): readonly string[] {
  meanings ??= lexiconByKey('abbreviations');
  return meanings.get(short) ?? NOTHING;
}

const NOTHING: readonly string[] = [];

/** Whether one folded word is a usual abbreviation of the other. */
export function isUsualAbbreviation(short: string, long: string): boolean {
  return abbreviated(short).includes(long);
}

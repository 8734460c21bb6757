import { lexiconByKey } from './lexicon.js';

let meanings: ReadonlyMap<string, readonly string[]> | undefined; // until it is asked for

/**
 * What a folded short form may stand for, as cataloguers, maps and address books use it; nothing for most words. Finding uses all of it; for how alike
 * words are, it only says that a short word is no other word.
 */
export function abbreviated(short: string): readonly string[] {
  meanings ??= lexiconByKey('abbreviations');
  return meanings.get(short) ?? NOTHING;
}

const NOTHING: readonly string[] = [];

/** Whether one folded word is usually written for the other. */
export function isUsualAbbreviation(short: string, long: string): boolean {
  return abbreviated(short).includes(long);
}

import { lexicon } from './lexicon.js';

/** Statistics of the dataset go before these names. */
interface GivenNames {
  readonly lines: readonly (readonly string[])[];
  readonly byForm: ReadonlyMap<string, readonly number[]>;
}

const LONGEST = 13;

let known: GivenNames | undefined; // until it is asked for

function givenNames(): GivenNames {
  if (known === undefined) {
    const lines = lexicon('given-names').map((line) => line.split(' '));
    known = { lines, byForm: linesByForm(lines) };
  }
  return known;
}

function linesByForm(lines: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const byForm = new Map<string, number[]>();
  for (const [line, forms] of lines.entries()) {
    for (const form of forms) {
      const known = byForm.get(form);
      if (known === undefined) byForm.set(form, [line]);
      else known.push(line);
    }
  }
  return byForm;
}

/** The given names with this folded form, by number; `undefined` for most words. Cost: a look-up. */
export function givenNamesOf(word: string): readonly number[] | undefined {
  return word.length > LONGEST ? undefined : givenNames().byForm.get(word);
}

/** Whether two words with these given names may be the same name; short forms of several need not be ("Al", "Fred"). */
export function shareGivenName(a: readonly number[], b: readonly number[]): boolean {
  if (a.length > 1 && b.length > 1) return false;
  for (const line of a) if (b.includes(line)) return true;
  return false;
}

/**
 * All distinct forms of the given names with this folded form, including itself; none for most words. Cost: a look-up
 * for most words.
 */
export function formsOfGivenName(word: string): readonly string[] {
  const lines = givenNamesOf(word);
  return lines === undefined ? [] : [...new Set(lines.flatMap((line) => givenNames().lines[line] ?? []))];
}

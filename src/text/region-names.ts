import { analyseLabel } from './analyse-label.js';
import { lexiconByKey } from './lexicon.js';

/* Datasets have two-letter country codes, people write names. The names come from the locale data of Node. */

/** Languages of country names: those of most international datasets. */
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl'] as const;
/** Usual names by code; created on first use. */
let customary: ReadonlyMap<string, readonly string[]> | undefined;
const CODE = /^[A-Z]{2}$/;
/** A state or province by ISO 3166-2; people write only its last part: Cambridge, MA. */
const SUBDIVISION = /^[A-Z]{2}-([A-Z]{2,3})$/;

const known = new Map<string, readonly string[]>();
/** Sources of names, one language after the other: all names, then short ones if any. */
const namers: Intl.DisplayNames[] = [];

/** Adds the next language; a hundredth of a second for each of the first. */
function addLanguage(): boolean {
  const language = LANGUAGES[namers.length / 2];
  if (language === undefined) return false;
  namers.push(
    new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
    new Intl.DisplayNames([language], { type: 'region', style: 'short', fallback: 'none' }),
  );
  return true;
}

/**
 * Names of the country with this ISO 3166-1 code (two capital letters), or the short code of a state or province with
 * an ISO 3166-2 code; none for another text. Cost: a look-up, a millisecond the first time.
 */
export function regionNames(code: string): readonly string[] {
  const subdivision = SUBDIVISION.exec(code)?.[1];
  if (subdivision !== undefined) return [subdivision];
  if (!CODE.test(code)) return [];
  let names = known.get(code);
  if (names === undefined) {
    while (addLanguage());
    const found = namers.map((namer) => namer.of(code)).filter((name) => name !== undefined);
    customary ??= lexiconByKey('country-names', ' | ');
    names = [...new Set([...found, ...(customary.get(code) ?? [])])];
    known.set(code, names);
  }
  return names;
}

const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const SEVERAL = '';
const codes = new Map<string, string>();
const steps = noteNames();
let isDone = false;

/**
 * The country code of a folded country name in one of the languages above; `undefined` for any other text, and for an
 * ambiguous name. Cost: a look-up; a tenth of a second the first time, unless `prepareRegionCodes` was called before.
 */
export function regionCodeOf(folded: string): string | undefined {
  while (!isDone) prepareRegionCodes();
  const code = codes.get(folded);
  return code === SEVERAL ? undefined : code;
}

/** Does one of some dozen parts of the preparation of `regionCodeOf`; false when done. Cost: some milliseconds. */
export function prepareRegionCodes(): boolean {
  isDone = steps.next().done === true;
  return !isDone;
}

/** The languages one by one, then the countries by the first letter of their code. */
function* noteNames(): Generator<void> {
  while (addLanguage()) yield;
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      // Codes of former states have the names of their successors.
      if (new Intl.Locale(`und-${code}`).region !== code) continue;
      for (const name of regionNames(code)) {
        const { folded } = analyseLabel(name);
        codes.set(folded, codes.has(folded) && codes.get(folded) !== code ? SEVERAL : code);
      }
    }
    yield;
  }
}

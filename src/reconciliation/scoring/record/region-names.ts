import { analyseLabel } from '../../../text/analyse-label.js';

/*
 * Lists keep countries as codes of two letters; people write their names. The names come from the locale data that Node
 * brings along.
 */

/** In what languages names of countries are looked for: those that lists of the world are mostly written in. */
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl'] as const;
/** Customary names that the locale data does not have. */
const CUSTOMARY: Readonly<Record<string, readonly string[]>> = {
  US: ['USA', 'United States of America'],
  GB: ['Great Britain'],
  KR: ['Korea', 'Republic of Korea'],
  CN: ['PR China', "People's Republic of China"],
  RU: ['Russian Federation'],
};
const CODE = /^[A-Z]{2}$/;
/** A state or province after ISO 3166-2; people write its last part alone: Cambridge, MA. */
const SUBDIVISION = /^[A-Z]{2}-([A-Z]{2,3})$/;

const known = new Map<string, readonly string[]>();
let languages: readonly Intl.DisplayNames[] | undefined;

/**
 * Names of the country with this code of ISO 3166-1 (two capital letters), or the short code of a state or province with a
 * code of ISO 3166-2; none for another text. Cost: a look-up, a millisecond the first time.
 */
export function regionNames(code: string): readonly string[] {
  const subdivision = SUBDIVISION.exec(code)?.[1];
  if (subdivision !== undefined) return [subdivision];
  if (!CODE.test(code)) return [];
  let names = known.get(code);
  if (names === undefined) {
    languages ??= LANGUAGES.flatMap((language) => [
      new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
      new Intl.DisplayNames([language], { type: 'region', style: 'short', fallback: 'none' }),
    ]);
    const found = languages.map((language) => language.of(code)).filter((name) => name !== undefined);
    names = [...new Set([...found, ...(CUSTOMARY[code] ?? [])])];
    known.set(code, names);
  }
  return names;
}

const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const SEVERAL = '';
let codes: ReadonlyMap<string, string> | undefined;

/**
 * The code of the country that a folded text is a name of, in one of the languages above; `undefined` for any other text, and for a name that several countries
 * have. Cost: a look-up; some hundredths of a second the first time.
 */
export function regionCodeOf(folded: string): string | undefined {
  codes ??= codesByName();
  const code = codes.get(folded);
  return code === SEVERAL ? undefined : code;
}

function codesByName(): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    // Codes of former states have the names of those that came after them.
    if (new Intl.Locale(`und-${code}`).region !== code) continue;
    for (const name of regionNames(code)) {
      const { folded } = analyseLabel(name);
      byName.set(folded, byName.has(folded) && byName.get(folded) !== code ? SEVERAL : code);
    }
  }
  return byName;
}

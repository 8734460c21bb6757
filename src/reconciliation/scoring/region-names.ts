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

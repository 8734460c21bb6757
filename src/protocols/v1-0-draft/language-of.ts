/** Marks of a text: none where its language is unknown, its direction only where that is not from left to right. */
export interface TextLanguage {
  readonly lang?: string;
  readonly dir?: 'rtl' | 'ltr' | 'auto';
}

/** The marks of the program's own texts. */
export const ENGLISH: TextLanguage = { lang: 'en' };

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string | undefined> = new Set([
  'Arab',
  'Hebr',
  'Syrc',
  'Thaa',
  'Nkoo',
  'Adlm',
  'Rohg',
  'Mand',
  'Samr',
]);

/**
 * By tag: each candidate has one, datasets have few, and parsing one costs more than all else in rendering a candidate.
 */
const known = new Map<string, TextLanguage>();

/** The marks for a text in this language, a BCP 47 tag of a source; none for an invalid tag. */
export function languageOf(tag: string | undefined): TextLanguage {
  if (tag === undefined || tag === '') return {};
  let language = known.get(tag);
  if (language === undefined) {
    language = readTag(tag);
    known.set(tag, language);
  }
  return language;
}

function readTag(tag: string): TextLanguage {
  try {
    const locale = new Intl.Locale(tag);
    const lang = locale.toString();
    return RIGHT_TO_LEFT.has(locale.maximize().script) ? { lang, dir: 'rtl' } : { lang };
  } catch {
    return {};
  }
}

/** Marks of a text within an object whose own marks hold for all texts without any: none where these are right. */
export function languageWithin(outer: TextLanguage, own: TextLanguage): TextLanguage {
  if (outer.lang === undefined || outer.lang === own.lang) return own.lang === outer.lang ? {} : own;
  if (own.lang === undefined) return { lang: 'und', dir: 'auto' };
  return outer.dir === 'rtl' && own.dir === undefined ? { lang: own.lang, dir: 'ltr' } : own;
}

/**
 * A description within an object whose marks are those of its name. The draft has no field for the language of the
 * description alone, so another language has a field of its own.
 */
export function describedIn(
  outer: TextLanguage,
  description: string | undefined,
  tag: string | undefined,
): { readonly description?: string; readonly descriptionLang?: string } {
  if (description === undefined) return {};
  const { lang } = languageOf(tag);
  return lang === undefined || lang === outer.lang ? { description } : { description, descriptionLang: lang };
}

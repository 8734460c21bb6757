import { mediaRanges } from '../../protocols/choose-form.js';

/** The languages of the pages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;

/** One of them, by its BCP 47 tag. */
export type Language = keyof typeof LANGUAGES;

/** In which a choice is kept by the browser. */
export const LANGUAGE_COOKIE = 'sameas-language';

/** The language that the reader has chosen, else the one that the browser prefers among those that there are, else English. */
export function chooseLanguage(acceptLanguage: string, cookies: string): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies)?.[1] ?? '';
  if (isLanguage(chosen)) return chosen;
  const wanted = mediaRanges(acceptLanguage).filter(({ quality }) => quality > 0);
  for (const { type } of [...wanted].sort((a, b) => b.quality - a.quality)) {
    const [language = ''] = type.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
}

/** Whether a text names a language of the pages. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

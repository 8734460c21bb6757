import { mediaRanges } from '../../protocols/choose-form.js';

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;

/** BCP 47 tag. */
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_COOKIE = 'sameas-language';

/** The language chosen by the reader, else the preferred available one of the browser, else English. */
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

/** Whether pages exist in this language. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

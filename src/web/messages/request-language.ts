import type { Exchange, Reply } from '../exchange.js';
import { isLanguage, LANGUAGE_COOKIE, chooseLanguage, type Language, wordsIn, type Words } from './words.js';
import type { Request } from 'express';

const YEAR_SECONDS = 365 * 86_400;

/** Sets the language `to` in a cookie, and redirects to the referring page. */
export function answerLanguage({ parameters, header, baseUrl }: Exchange): Reply {
  const to = parameters.get('to') ?? '';
  const referrer = header('Referer') ?? '';
  const address = referrer.startsWith(`${baseUrl}/`) ? referrer : `${baseUrl}/`;
  return {
    kind: 'redirect',
    address,
    ...(isLanguage(to)
      ? { cookie: `${LANGUAGE_COOKIE}=${to}; Path=/; Max-Age=${String(YEAR_SECONDS)}; SameSite=Lax; HttpOnly` }
      : {}),
  };
}

const made = new Map<Language, Words>();

/** Messages in the language of the client. */
export function wordsOf(request: Request): Words {
  const language = chooseLanguage(request.get('Accept-Language') ?? '', request.get('Cookie') ?? '');
  const words = made.get(language) ?? wordsIn(language);
  made.set(language, words);
  return words;
}

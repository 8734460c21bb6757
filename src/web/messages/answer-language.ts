import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import { isLanguage, LANGUAGE_COOKIE } from './languages.js';

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

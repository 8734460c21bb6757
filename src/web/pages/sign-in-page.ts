import { html } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { statusOf } from '../request-errors.js';
import type { Exchange, Reply } from '../exchange.js';
import { pageReply } from './page-frame.js';
import { localisedSentence } from './localised-sentence.js';

interface SignInContent {
  readonly to: string;
  readonly fault?: SameasError;
}

/** A form for a key. */
export function signInPage(
  { baseUrl, site, words, access: { keyName } }: Exchange,
  { to, fault }: SignInContent,
): Reply {
  const { say } = words;
  const invalid = fault === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`;
  const message =
    fault === undefined
      ? undefined
      : html`<p class="fault whole" id="fault" role="alert">${localisedSentence(fault.sentences.message, words)}</p>`;
  const signedIn =
    keyName === undefined
      ? undefined
      : html`<p>${words.html('Signed in as {name}.', { name: html`<b>${keyName}</b>` })}</p><form action="${baseUrl}/sign-in" method="post"><input type="hidden" name="out" value="yes"><button class="second">${say('Sign out')}</button></form>`;
  const body = html`<main><h1>${say('Sign in')}</h1>${signedIn}
<p>${say('The operator of this service gives you a key. This browser then stays signed in for twelve hours, or until you sign out.')}</p>
<form action="${baseUrl}/sign-in" method="post">${message}<input type="hidden" name="to" value="${to}"><label class="large">${say('Key')} <input name="key" type="password" autocomplete="current-password" spellcheck="false" required${invalid}></label><button>${say('Sign in')}</button></form></main>`;
  return pageReply(
    { title: say('Sign in'), body, baseUrl, site, words, size: 'full' },
    'never',
    fault === undefined ? 200 : statusOf(fault.kind),
  );
}

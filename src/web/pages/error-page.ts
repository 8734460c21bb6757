import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { Message } from '../../foundation/message.js';
import type { Words } from '../messages/words.js';
import type { RequestParameters } from '../request-parameters.js';
import type { Site } from '../exchange.js';
import { pageFrame } from './page-frame.js';
import { personFault, localisedSentence } from './localised-sentence.js';

const SEARCH: SentForm = {
  action: '/browse',
  fields: [{ label: 'Search names and records', name: 'query', sentAs: 'id' }],
  button: 'Search',
};

/** By the path of the route. */
const FORMS: Readonly<Record<string, SentForm>> = {
  '/view': SEARCH,
  '/entity/{id}': SEARCH,
  '/browse': {
    action: '/browse',
    fields: [{ label: 'Search names and records', name: 'query', sentAs: 'query' }],
    button: 'Search',
  },
  '/try': {
    action: '/try',
    fields: [{ label: 'Type a name', name: 'query', sentAs: 'query' }],
    button: 'Find candidates',
  },
  '/explain': {
    action: '/explain',
    fields: [
      { label: 'Name', name: 'query', sentAs: 'query' },
      { label: 'Identifier (empty: the best candidate)', name: 'id', sentAs: 'id' },
    ],
    button: 'Explain',
  },
};

const MAX_CHARACTERS = 1_000;

const WAYS = {
  start: { path: '/', text: 'Start page' },
  projects: { path: '/projects', text: 'All projects' },
} as const;

/** Reloads a page that was opened while the dataset was loading. */
const RELOAD_SECONDS = 3;

interface ErrorPlace {
  readonly baseUrl: string;
  readonly site: Site;
  readonly words: Words;
  /** Whether the page is in the frame of a preview, which has little room. */
  readonly isInFrame: boolean;
  readonly back: keyof typeof WAYS;
  /** Sign-in page, when there are keys. */
  readonly signIn?: string | undefined;
  /** Route and parameters of the failed request, for its form. */
  readonly asked?: { readonly routePath: string; readonly parameters: RequestParameters };
  /** The sent form, with the message at its field; replaces the one of the route. */
  readonly form?: (message: SafeHtml) => SafeHtml;
}

/** An error for a person: what happened, what to do, and links. */
export function errorPage(
  error: SameasError,
  status: number,
  { baseUrl, site, words, isInFrame, back, asked, form: sentForm, signIn }: ErrorPlace,
): SafeHtml {
  const heading = words.say(headingOf(error, status));
  const fault = personFault(error);
  const message = localisedSentence(fault.message, words);
  const canSignIn = signIn !== undefined && !isInFrame && error.code.startsWith('key-');
  // A user who can sign in needs no advice on sending keys.
  const advice =
    fault.advice === undefined || (canSignIn && error.code === 'key-missing')
      ? undefined
      : html`<p>${localisedSentence(fault.advice, words)}</p>`;
  const way = WAYS[back];
  const isMistake = error.kind === 'bad-request' || error.kind === 'unknown-thing';
  const form =
    sentForm !== undefined
      ? sentForm(message)
      : isMistake && asked !== undefined
        ? errorForm(asked.routePath, asked.parameters, message, { baseUrl, words })
        : undefined;
  const signInLink = !canSignIn
    ? undefined
    : html`<p><a class="button" href="${signIn}">${words.say('Sign in')}</a></p>`;
  const body = html`<main><h1>${heading}</h1>${form ?? html`<p>${message}</p>`}${advice}${signInLink}<p><a href="${back === 'projects' ? site.serviceUrl : baseUrl}${way.path}">${words.say(way.text)}</a></p></main>`;
  return pageFrame({
    title: heading,
    body,
    baseUrl,
    site,
    words,
    size: isInFrame ? 'small' : 'full',
    ...(error.code === 'not-ready' && { reloadSeconds: RELOAD_SECONDS }),
  });
}

/** By status, but for uploads: clients are used to the status 500 for a faulty file. */
function headingOf({ code }: SameasError, status: number): Message {
  if (/^(import|upload)-/.test(code)) return 'No project was made';
  if (code === 'key-missing') return 'Sign in';
  if (status === 404) return 'Not found';
  // Nothing is wrong: the dataset is loading, or other clients are served first.
  if (status === 503 || status === 429) return 'One moment, please';
  return status >= 500 ? 'Something went wrong' : 'This request cannot be answered';
}

/** A form of a failed request: its address and fields, by parameter. Errors are about the first field. */
interface SentForm {
  readonly action: string;
  readonly fields: readonly { readonly label: Message; readonly name: string; readonly sentAs: string }[];
  readonly button: Message;
}

/** The filled-in form of a route, with the error at its first field; `undefined` where a route has none. */
function errorForm(
  routePath: string,
  parameters: RequestParameters,
  message: SafeHtml,
  { baseUrl, words: { say } }: { readonly baseUrl: string; readonly words: Words },
): SafeHtml | undefined {
  const form = FORMS[routePath];
  if (form === undefined) return undefined;
  const fields = form.fields.map(({ label, name, sentAs }, i) => {
    const invalid = i === 0 ? html` aria-invalid="true" aria-describedby="fault"` : html``;
    return html`<label>${say(label)} <input name="${name}" value="${(parameters.get(sentAs) ?? '').slice(0, MAX_CHARACTERS)}" dir="auto"${invalid}></label>`;
  });
  return html`<form action="${baseUrl}${form.action}" method="get"><p class="fault whole" id="fault" role="alert">${message}</p>${fields}<button>${say(form.button)}</button></form>`;
}

import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Message } from '../messages/message.js';
import type { Words } from '../messages/words.js';
import type { RequestParameters } from '../request-parameters.js';

/** A form that a request may have come from: where it leads, and its fields with the names of their parameters. The first field is what an error is about. */
interface SentForm {
  readonly action: string;
  readonly fields: readonly { readonly label: Message; readonly name: string; readonly sentAs: string }[];
  readonly button: Message;
}

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

const MOST_CHARACTERS = 1_000;

/** The form of a route as it was filled in, with what is wrong at its first field; `undefined` where a route has none. */
export function errorForm(
  routePath: string,
  parameters: RequestParameters,
  message: SafeHtml,
  { baseUrl, words: { say } }: { readonly baseUrl: string; readonly words: Words },
): SafeHtml | undefined {
  const form = FORMS[routePath];
  if (form === undefined) return undefined;
  const fields = form.fields.map(({ label, name, sentAs }, i) => {
    const invalid = i === 0 ? html` aria-invalid="true" aria-describedby="fault"` : html``;
    return html`<label
      >${say(label)}
      <input name="${name}" value="${(parameters.get(sentAs) ?? '').slice(0, MOST_CHARACTERS)}" dir="auto" ${invalid}
    /></label>`;
  });
  return html`<form action="${baseUrl}${form.action}" method="get">
    <p class="fault whole" id="fault" role="alert">${message}</p>
    ${fields}<button>${say(form.button)}</button>
  </form>`;
}

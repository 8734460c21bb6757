import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { Words } from '../../messages/words.js';
import type { PageScript, Reply } from '../../exchange.js';
import { placeParameters, placeQuery, type ReviewPlace } from '../../review/review-place.js';
import type { RunExchange } from '../../review/run-context.js';
import { pageReply } from '../page-frame.js';

const PARTS = [
  { id: 'overview', path: '', text: 'Overview' },
  { id: 'review', path: '/review', text: 'Review' },
  { id: 'table', path: '/table', text: 'Table' },
  { id: 'history', path: '/history', text: 'History' },
  { id: 'measure', path: '/measure', text: 'Measure' },
] as const;

/** Links between the pages of a run. They keep the reviewer and the window, not the filter. */
function runNavigation(
  address: string,
  current: (typeof PARTS)[number]['id'],
  { say }: Words,
  place?: ReviewPlace,
): SafeHtml {
  const links = PARTS.map(({ id, path, text }) => {
    const query =
      place === undefined || id === 'overview' || id === 'measure'
        ? ''
        : `?${placeQuery({ ...place, filter: id === 'review' ? { state: 'open' } : {} })}`;
    return id === current
      ? html`<li><a href="${address}${path}${query}" aria-current="page">${say(text)}</a></li>`
      : html`<li><a href="${address}${path}${query}">${say(text)}</a></li>`;
  });
  return html`<nav class="parts" aria-label="${say('This table')}"><ul>${links}</ul></nav>`;
}

interface RunPage {
  readonly part: (typeof PARTS)[number]['id'];
  readonly body: SafeHtml;
  readonly place?: ReviewPlace;
  readonly scripts?: readonly PageScript[];
  readonly reloadSeconds?: number;
  readonly status?: number;
}

/** A page of a run with heading and navigation. */
export function runFrame(
  { exchange, run, dataset, address }: RunExchange,
  { part, body, place, status = 200, ...more }: RunPage,
): Reply {
  const { baseUrl, site, words } = exchange;
  const { name } = run.record;
  const text = PARTS.find(({ id }) => id === part)?.text;
  const main = html`<main>
<h1 dir="auto">${name}</h1>
${runNavigation(address, part, words, place)}
${body}
</main>`;
  const about = part === 'overview' || text === undefined ? '' : `${words.say(text)} · `;
  const title = `${about}${name} · ${dataset.metadata.name}`;
  return pageReply({ title, body: main, baseUrl, site, words, size: 'full', place: 'match', ...more }, 'never', status);
}

/** Hidden fields of the place in the review, but for one that the form has itself. */
export function placeFields(place: ReviewPlace, except?: string): readonly SafeHtml[] {
  return placeParameters(place).flatMap(([name, value]) =>
    name === except ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  );
}

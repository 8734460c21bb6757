import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { Words } from '../../messages/words.js';
import type { PageScript, Reply, Exchange } from '../../exchange.js';
import { placeParameters, placeQuery, type ReviewPlace } from '../../review/review-place.js';
import type { RunExchange } from '../../review/runs-web.js';
import { pageReply } from '../page-frame.js';
import type { RunRecord } from '../../../review/run-record.js';
import type { Message } from '../../../foundation/message.js';
import type { BegunRun } from '../../review/begun-runs.js';
import { formatCount, formatTime } from '../format-values.js';

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

const STATUS_WORDS = {
  prepared: 'not started',
  matching: 'being matched',
  done: 'matched',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<RunRecord['status'], Message>>;

/** Tables sent for matching, each with a link to continue; nothing without any. */
export function runList(
  runs: readonly BegunRun[],
  { baseUrl, words }: Pick<Exchange, 'baseUrl' | 'words'>,
): SafeHtml | undefined {
  if (runs.length === 0) return undefined;
  const { say } = words;
  const isOfSeveral = runs.some(({ dataset }) => dataset !== baseUrl);
  const rows = runs.map(({ record: { id, name, rowCount, created, status }, dataset, list, counts }) => {
    const address = `${dataset}/runs/${id}`;
    const state =
      counts !== undefined && counts.open > 0
        ? html`<a href="${address}/review">${say('{n} to review', { n: formatCount(counts.open) })}</a>`
        : say(STATUS_WORDS[status]);
    return html`<tr><td dir="auto"><a href="${address}">${name}</a></td>${isOfSeveral ? html`<td dir="auto">${list}</td>` : undefined}<td class="number">${formatCount(rowCount)}</td><td>${state}</td><td>${formatTime(created)}</td></tr>`;
  });
  return html`<h2>${say('Your tables')}</h2><table><thead><tr><th scope="col">${say('Table')}</th>${isOfSeveral ? html`<th scope="col">${say('List')}</th>` : undefined}<th scope="col" class="number">${say('Rows')}</th><th scope="col">${say('Status')}</th><th scope="col">${say('Sent (UTC)')}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Exchange, Reply } from '../exchange.js';
import { pageReply } from '../pages/page-frame.js';
import { nameOfDataset, type JoinedDataset, type LeftOut } from './joined-datasets.js';
import type { JoinedAnswer } from './merge-candidates.js';

interface AllPage {
  readonly datasets: readonly JoinedDataset[];
  readonly leftOut: readonly LeftOut[];
  readonly text?: string;
  readonly answer?: JoinedAnswer;
}

/** The page that sends a query to all datasets. */
export function allPage({ baseUrl, site, words }: Exchange, { datasets, leftOut, text = '', answer }: AllPage): Reply {
  const { say } = words;
  const missing = answer?.leftOut ?? leftOut;
  const items = (answer?.candidates ?? []).map(({ id, name, score, match, types }): SafeHtml => {
    const kinds = types.map((one) => one.name).join(' · ');
    return html`<li><p class="candidate"><a href="${baseUrl}/view?id=${encodeURIComponent(id)}"><bdi>${name}</bdi></a> ${match ? html`<strong class="match">${say('Match')}</strong>` : undefined}</p><p class="summary" dir="auto">${kinds}</p><p class="figures"><span>${say('Score {score}', { score: score.toFixed(1) })}</span></p></li>`;
  });
  const result =
    answer === undefined
      ? undefined
      : items.length === 0
        ? html`<p>${say('Nothing is found.')}</p>`
        : html`<ol class="candidates">${items}</ol>`;
  const note =
    missing.length === 0
      ? undefined
      : html`<ul class="datasets">${missing.map(({ dataset, state }) => html`<li><strong>${dataset}</strong>: ${state === 'loading' ? say('This dataset is still being loaded.') : state === 'failed' ? say('This dataset could not be loaded. Those who run the service find the reason in its log.') : say('This needs a key.')}</li>`)}</ul>`;
  const title = say('All datasets');
  const body = html`<main><h1>${title}</h1>
<form action="${baseUrl}/" method="get"><label>${say('Name')} <input name="query" value="${text}" required dir="auto"></label> <button>${say('Find candidates')}</button></form>
${note}${result}
<ul class="chips">${datasets.map((dataset) => html`<li><a href="${site.serviceUrl}/${dataset.path}/">${nameOfDataset(dataset)}</a></li>`)}</ul></main>`;
  return pageReply({ title, body, baseUrl, site, words, size: 'full', place: 'all' }, 'never');
}

import { html } from '../../foundation/escape-html.js';
import type { Exchange, Reply } from '../exchange.js';
import type { BegunRun } from '../review/begun-runs.js';
import type { DatasetUploads } from '../uploads/dataset-uploads.js';
import { frontDoor, uploadedLists } from './front-door.js';
import { pageReply } from './page-frame.js';
import { runList } from './review/run-frame.js';
import { pageScript } from './page-script.js';

export interface ListedDataset {
  readonly path: string;
  /** The address to register in a client; ends with a slash. */
  readonly url: string;
  /** failed: could not be loaded; nothing is answered there. */
  readonly state: 'ready' | 'loading' | 'failed';
  /** Its path, where it is not ready. */
  readonly name: string;
  readonly description?: string;
  readonly language?: string;
  readonly entities?: number;
}

/** The root page of a service of several datasets. */
export function datasetsPage(
  datasets: readonly ListedDataset[],
  exchange: Exchange,
  uploads: DatasetUploads | undefined,
  runs: readonly BegunRun[],
): Reply {
  const { baseUrl, site, words } = exchange;
  const { say } = words;
  const items = datasets.map(({ url, state, name, description, entities = 0 }) => {
    if (state === 'loading') return html`<li><h2>${name}</h2><p>${say('This dataset is still being loaded.')}</p></li>`;
    if (state === 'failed')
      return html`<li><h2>${name}</h2><p>${say('This dataset could not be loaded. The log of the service has the reason.')}</p></li>`;
    const size = words.count(entities, '{n} entity', '{n} entities');
    return html`<li><h2><a href="${url}">${name}</a></h2><p>${size}${description === undefined ? undefined : html` · ${description}`}</p><p><a href="${url}">${say('Try')}</a> · <a href="${url}browse">${say('Browse')}</a> · <a href="${url}runs">${say('Match a table')}</a></p><p>${words.html('Address for OpenRefine: {address}', { address: html`<code>${url}</code>` })}</p></li>`;
  });
  const title = say('Datasets');
  const lists = [
    ...datasets.flatMap(({ path, state, name, entities = 0 }) => (state === 'ready' ? [{ path, name, entities }] : [])),
    ...(uploads === undefined ? [] : uploadedLists(uploads)),
  ];
  const door =
    uploads === undefined
      ? undefined
      : html`<h1>${say('Match a table')}</h1>${frontDoor(exchange, lists)}${runList(runs, exchange)}`;
  const heading = door === undefined ? html`<h1>${title}</h1>` : html`${door}<h2>${title}</h2>`;
  const body = html`<main>${heading}<p>${say('Each of these lists is a service of its own: open it to try names, match a table with it, or register its address in OpenRefine.')}</p><form action="${baseUrl}/all/" method="get"><label>${say('Name')} <input name="query" required dir="auto"></label> <button>${say('Find candidates')}</button></form><ul class="datasets">${items}</ul></main>`;
  return pageReply(
    { title, body, baseUrl, site, words, size: 'full', place: 'datasets', scripts: [pageScript(baseUrl)] },
    'never',
  );
}

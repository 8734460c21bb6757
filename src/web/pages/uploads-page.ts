import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { Exchange, Reply } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { type DatasetUploads, type ReadList, type UploadedDataset, UPLOADS_PATH } from '../uploads/dataset-uploads.js';
import { pageReply } from './page-frame.js';
import { listColumnFields, listColumns, sentences } from './list-columns.js';
import { pageScript } from './page-script.js';
import { localisedFault } from './localised-sentence.js';

/** Seconds between reloads of a dataset that is being read. */
const RELOAD_SECONDS = 2;

interface Fault {
  readonly fault?: SameasError;
  readonly status?: number;
}

/** Uploaded datasets, and a form for another one. */
export function uploadsPage(exchange: Exchange, uploads: DatasetUploads, { fault, status = 200 }: Fault = {}): Reply {
  const { site, words } = exchange;
  const { serviceUrl } = site;
  const { say } = words;
  const items = uploads.all().map((dataset) => {
    const { id, file, live, list } = dataset;
    const entities = list()?.entities;
    const state = live.state();
    return html`<li><h2><a href="${serviceUrl}/${UPLOADS_PATH}?dataset=${id}" dir="auto">${file}</a></h2><p>${state === 'ready' && entities !== undefined ? words.count(entities, '{n} entity', '{n} entities') : state === 'failed' ? say('This list could not be read.') : say('This list is being read.')}</p>${state === 'ready' ? uses(serviceUrl, id, words) : undefined}</li>`;
  });
  const body = html`<main>
<h1>${say('Uploaded lists')}</h1>
<p class="summary">${say('A table can be matched with each of these lists, and each has an address for OpenRefine.')}</p>
${told(fault, words)}
<form class="stack" action="${serviceUrl}/${UPLOADS_PATH}" method="post" enctype="multipart/form-data" data-drop="list">
<label>${say('Another list: drop a file here, or choose one')} <input type="file" name="list" required></label>
<p><button>${say('Read the list')}</button></p>
</form>
${items.length === 0 ? html`<p>${say('No list has been uploaded yet.')}</p>` : html`<ul class="datasets">${items}</ul>`}
<p class="summary">${uploads.isKept ? say('Lists are kept in the data folder until you delete them.') : say('This service has no data folder: lists that are sent are lost when it stops. Start it with --data-dir to keep them.')}</p>
</main>`;
  return pageReply(
    {
      title: say('Uploaded lists'),
      body,
      baseUrl: serviceUrl,
      site,
      words,
      size: 'full',
      scripts: [pageScript(serviceUrl)],
    },
    'never',
    status,
  );
}

/** One uploaded dataset: its columns, which can be changed, further steps, and its address. */
export function uploadPage(exchange: Exchange, dataset: UploadedDataset, { fault, status = 200 }: Fault = {}): Reply {
  const { site, words } = exchange;
  const { serviceUrl } = site;
  const { say } = words;
  const { id, file, live } = dataset;
  const list = dataset.list();
  const state = live.state();
  const isReading = state === 'loading' && dataset.fault() === undefined;
  const body = html`<main>
<h1 dir="auto">${file}</h1>
${told(fault ?? (list === undefined ? dataset.fault() : undefined), words)}
${isReading ? html`<p role="status">${say('This list is being read.')} ${say('The page loads again by itself.')}</p>` : undefined}
${list === undefined ? undefined : readParts(list, dataset, exchange)}
<h2>${say('Replace or delete')}</h2>
<form class="stack" action="${serviceUrl}/${UPLOADS_PATH}" method="post" enctype="multipart/form-data" data-drop="list">${hidden('replace', id)}
<label>${say('A newer state of the list; judgments and addresses stay')} <input type="file" name="list" required></label><p><button class="second">${say('Replace the list')}</button></p></form>
<form action="${serviceUrl}/${UPLOADS_PATH}" method="post">${hidden('delete', id)}<button class="second">${say('Delete the list and its tables')}</button></form>
<p><a href="${serviceUrl}/${UPLOADS_PATH}">${say('Uploaded lists')}</a></p>
</main>`;
  return pageReply(
    {
      ...{ title: file, body, baseUrl: serviceUrl, site, words, size: 'full', scripts: [pageScript(serviceUrl)] },
      ...(isReading && { reloadSeconds: RELOAD_SECONDS }),
    },
    'never',
    status,
  );
}

function readParts(
  list: ReadList,
  { id, waitingTable }: UploadedDataset,
  { site: { serviceUrl }, words }: Exchange,
): SafeHtml {
  const { say } = words;
  const { columns, entities, leftOut, recognised, problems } = list;
  const table = waitingTable();
  const address = `${serviceUrl}/${UPLOADS_PATH}/${id}/`;
  return html`<p class="summary">${words.count(entities, '{n} entity', '{n} entities')}${leftOut === 0 ? undefined : html` · ${words.count(leftOut, '{n} row left out', '{n} rows left out')}`}</p>
${table === undefined ? undefined : html`<form action="${serviceUrl}/${UPLOADS_PATH}" method="post">${hidden('match', id)}<button>${say('Match {table} with this list', { table })}</button></form>`}
<h2>${say('Columns')}</h2>
${listColumns(columns, words)}
<form class="columns" action="${serviceUrl}/${UPLOADS_PATH}" method="post">${hidden('columns', id)}
${listColumnFields(columns, words)}
<p><button class="second">${say('Read the list with these columns')}</button></p></form>
${sentences(say('What was recognised'), recognised, words)}${sentences(say('What to look at'), problems, words)}
<h2>${say('Use the list')}</h2>
${uses(serviceUrl, id, words)}
<p>${say('Address for OpenRefine')}</p><div class="copy"><code class="address" id="address">${address}</code><button type="button" class="second" data-copy="address" hidden>${say('Copy address')}</button></div>`;
}

function uses(serviceUrl: string, id: string, { say }: Words): SafeHtml {
  const address = `${serviceUrl}/${UPLOADS_PATH}/${id}/`;
  return html`<p><a href="${address}runs">${say('Match a table')}</a> · <a href="${address}">${say('Try')}</a> · <a href="${address}browse">${say('Browse')}</a></p>`;
}

function hidden(action: string, id: string): SafeHtml {
  return html`<input type="hidden" name="action" value="${action}"><input type="hidden" name="dataset" value="${id}">`;
}

function told(fault: SameasError | undefined, words: Words): SafeHtml | undefined {
  return fault === undefined ? undefined : html`<p class="fault" role="alert">${localisedFault(fault, words)}</p>`;
}

import { typesByCount } from '../../entities/count-by-type.js';
import { type SafeHtml, html } from '../../foundation/escape-html.js';
import type { Dataset } from '../../entities/dataset.js';
import type { ReconciliationQuery } from '../../scoring/query.js';
import type { Message } from '../../foundation/message.js';
import type { Words } from '../messages/words.js';
import type { Exchange, Reply } from '../exchange.js';
import type { BegunRun } from '../review/begun-runs.js';
import type { DatasetExample, ExampleKind } from '../matching/dataset-examples.js';
import { sourceFooter } from './entity-page.js';
import { type ChoosableList, frontDoor } from './front-door.js';
import { formatCount } from './format-values.js';
import { pageReply } from './page-frame.js';
import { pageScript } from './page-script.js';
import { runList } from './review/run-frame.js';
import { propertyFields, typeChoice } from './query-fields.js';

interface StartContent {
  readonly query: ReconciliationQuery;
  /** Candidates of the query; `undefined` without one. */
  readonly list: SafeHtml | undefined;
  readonly examples: readonly DatasetExample[];
  /** Datasets to match a table with; `undefined` without uploads. */
  readonly lists: readonly ChoosableList[] | undefined;
  readonly runs: readonly BegunRun[];
}

const SHOWN_TYPES = 4;

/** OpenRefine's name of its menu; its other languages have other words. */
const RECONCILE = html`<em lang="en">Reconcile</em>`;
const START = html`<em lang="en">Start reconciling…</em>`;

const WORDS = {
  match: 'a match',
  'near miss': 'a misspelling',
  ambiguity: 'an ambiguous name',
} as const satisfies Readonly<Record<ExampleKind, Message>>;

/** The first page: the dataset, a field to try a name in, and how to use the service. */
export function startPage(exchange: Exchange, { query, list, examples, lists, runs }: StartContent): Reply {
  const { baseUrl, site, words } = exchange;
  const { say } = words;
  const { dataset } = exchange.served().snapshot;
  const { metadata } = dataset;
  const isFirst = lists !== undefined && query.text === '';
  const name = isFirst ? html`<h2 dir="auto">${metadata.name}</h2>` : html`<h1 dir="auto">${metadata.name}</h1>`;
  const body = html`<main>
${isFirst ? html`<h1>${say('Match a table')}</h1>${frontDoor(exchange, lists)}${runList(runs, exchange)}` : undefined}
${name}
<p class="summary">${whatIsLoaded(dataset, words)} <a href="${baseUrl}/about">${say('About the dataset')}</a></p>
<form class="try" action="${baseUrl}/try" method="get" data-live="candidates"><label class="large">${say('Type a name')} <input type="search" name="query" value="${query.text}" autocomplete="off" spellcheck="false" dir="auto"></label>${typeChoice(query, dataset, words)}<button>${say('Find candidates')}</button>${propertyFields(query, dataset, words)}</form>
${exampleLine(examples, words)}
<div id="candidates" class="live" aria-live="polite">${list}</div>
<h2>${say('Use it in OpenRefine')}</h2>
<ol><li>${words.html('Open the menu of a column and choose {reconcile} → {start}', { reconcile: RECONCILE, start: START })}</li><li>${words.html('Choose {add} and paste this address:', { add: html`<em lang="en">Add standard service…</em>` })}<div class="copy"><code class="address" id="address">${baseUrl}/</code><button type="button" class="second" data-copy="address" hidden>${say('Copy address')}</button></div></li><li>${say('Choose a type, or none, and start. Matched cells show the entity; the others show candidates to choose from.')}</li></ol>
${lists === undefined ? withoutOpenRefine(baseUrl, words) : undefined}
</main>
${sourceFooter(metadata, words)}`;
  const title = query.text === '' ? metadata.name : `${query.text} · ${metadata.name}`;
  return pageReply(
    { title, body, baseUrl, site, words, size: 'full', place: 'try', scripts: [pageScript(baseUrl)] },
    'checked',
  );
}

function withoutOpenRefine(baseUrl: string, words: Words): SafeHtml {
  const match = html`<a href="${baseUrl}/runs">${words.say('Match a table')}</a>`;
  return html`<h2>${words.say('Without OpenRefine')}</h2>
<p>${words.html('{match}: paste names or choose a file, review what is uncertain, and save the table with the entities.', { match })}</p>`;
}

function whatIsLoaded(dataset: Dataset, words: Words): string {
  const { metadata, entities, properties } = dataset;
  const types = typesByCount(dataset).filter(({ count }) => count > 0);
  const most = types.slice(0, SHOWN_TYPES).map(({ type, count }) => `${formatCount(count)} ${type.name}`);
  const kinds = types.length < 2 ? '' : ` (${most.join(', ')}${types.length > SHOWN_TYPES ? ' …' : ''})`;
  const columns =
    properties.length === 0 ? '' : `, ${words.count(properties.length, '{n} property', '{n} properties')}`;
  const about = metadata.description === undefined ? '' : `${metadata.description.replace(/[.\s]*$/, '')}. `;
  return `${about}${words.count(entities.size, '{n} entity', '{n} entities')}${kinds}${columns}.`;
}

function exampleLine(examples: readonly DatasetExample[], { say }: Words): SafeHtml | undefined {
  if (examples.length === 0) return undefined;
  return html`<p class="examples">${say('For example:')} ${examples.map(({ kind, name, address }, i) => html`${i === 0 ? '' : ' · '}<a href="${address}"><bdi>${name}</bdi></a> (${say(WORDS[kind])})`)}</p>`;
}

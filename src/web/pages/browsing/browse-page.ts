import type { BrowseAnswer, BrowseFacet, BrowseQuery, BrowseValue } from '../../../browsing/browse-query.js';
import type { Dataset } from '../../../entities/dataset.js';
import { findEntity } from '../../../entities/entity-store.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import { summarise } from '../../../describe/describe-entity.js';
import { browseAddress, browseParameters, PAGE_ENTITIES } from '../../browsing/read-browse-query.js';
import type { Exchange, Reply } from '../../exchange.js';
import type { Words } from '../../messages/words.js';
import { sourceFooter } from '../entity-page.js';
import { formatCount, formatPercent } from '../format-values.js';
import { pageReply } from '../page-frame.js';
import { pageScript } from '../page-script.js';
import { PROPERTY_PARAMETER } from '../query-fields.js';
import { viewAddress } from '../value-list.js';

const RELOAD_SECONDS = 2;
/** Values of a facet shown at once; the others are folded. */
const VALUES_SHOWN = 8;
const MAX_TYPES = 12;
const MAX_SORTS = 30;

/** Entities by words, type and values, with facets. */
export function browsePage(exchange: Exchange, query: BrowseQuery, answer: BrowseAnswer): Reply {
  const { baseUrl, site, words } = exchange;
  const { say } = words;
  const { dataset } = exchange.served().snapshot;
  const body = html`<main>
<h1>${say('Browse')}</h1>
<p class="summary">${whatIsSearched(dataset, answer, words)}</p>
${searchForm(dataset, query, exchange)}
<div id="results" class="live" aria-live="polite">${browseResults(exchange, query, answer)}</div>
</main>
${sourceFooter(dataset.metadata, words)}`;
  const title =
    query.text === '' ? `${say('Browse')} · ${dataset.metadata.name}` : `${query.text} · ${dataset.metadata.name}`;
  return pageReply(
    { title, body, baseUrl, site, words, size: 'full', place: 'browse', scripts: [pageScript(baseUrl)] },
    'checked',
  );
}

/** The page while entities are being indexed. */
export function buildingPage(exchange: Exchange, progress: number): Reply {
  const { baseUrl, site, words } = exchange;
  const { say } = words;
  const { dataset } = exchange.served().snapshot;
  const text = html`<p role="status">${say('The entities are being prepared for searching: {share}.', { share: formatPercent(progress) })} <progress max="1" value="${progress}" aria-label="${say('Prepared')}"></progress></p>`;
  if (exchange.parameters.get('part') === 'results') return { kind: 'page', html: text.text, cache: 'never' };
  const body = html`<main><h1>${say('Browse')}</h1>${text}<p>${say('The page loads again by itself.')}</p></main>`;
  return pageReply(
    {
      title: `${say('Browse')} · ${dataset.metadata.name}`,
      body,
      baseUrl,
      site,
      words,
      size: 'full',
      place: 'browse',
      reloadSeconds: RELOAD_SECONDS,
    },
    'never',
  );
}

function whatIsSearched({ entities }: Dataset, { lookedAt }: BrowseAnswer, { say, count }: Words): string {
  if (lookedAt === entities.size)
    return `${count(entities.size, '{n} entity', '{n} entities')}. ${say('The search covers names and records.')}`;
  return say(
    'Searches the names and records of the {searched} best known of {all} entities. To find a name among all of them, use Try.',
    { searched: formatCount(lookedAt), all: formatCount(entities.size) },
  );
}

function searchForm(dataset: Dataset, query: BrowseQuery, { baseUrl, words: { say } }: Exchange): SafeHtml {
  const option = (value: string, text: string, chosen: string): SafeHtml =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`;
  const sorts = [
    option(
      '',
      query.text === '' ? say('Best known first') : say('Best match first'),
      query.sort === 'best' ? '' : query.sort,
    ),
    option('name', say('Name'), query.sort),
    ...dataset.properties.slice(0, MAX_SORTS).map(({ id, name }) => option(id, name, query.sort)),
  ];
  const kept = [
    ...(query.type === '' ? [] : [['type', query.type] as const]),
    ...query.values.map(({ property, value }) => [PROPERTY_PARAMETER + property, value] as const),
  ];
  const order = query.isDescending ? 'down' : '';
  return html`<form class="search" action="${baseUrl}/browse" method="get" role="search" data-live="results" data-part="results"><label class="large">${say('Search names and records')} <input type="search" name="query" value="${query.text}" autocomplete="off" dir="auto"></label>${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label>${say('Sort by')} <select name="sort">${sorts}</select></label><label>${say('Order')} <select name="order">${option('', say('Ascending'), order)}${option('down', say('Descending'), order)}</select></label><button>${say('Search')}</button></form>`;
}

/** The entities of one page, and facets. */
export function browseResults(exchange: Exchange, query: BrowseQuery, answer: BrowseAnswer): SafeHtml {
  const { baseUrl, served, words } = exchange;
  const { say } = words;
  const { dataset } = served().snapshot;
  const { total, suggestions } = answer;
  const shown = answer.entities.flatMap((id) => findEntity(dataset.entities, id) ?? []);
  const items = shown.map(
    (entity) =>
      html`<li><a href="${viewAddress(entity.id, baseUrl)}"><bdi>${entity.name}</bdi></a> <span class="summary" dir="auto">${summarise(dataset, entity)}</span></li>`,
  );
  const list =
    items.length === 0
      ? html`<p>${say('Nothing is found.')}</p>`
      : html`<ol class="entities" start="${query.offset + 1}">${items}</ol>`;
  const instead =
    suggestions.length === 0
      ? undefined
      : html`<p>${say('Search instead for:')} ${suggestions.map((text, i) => html`${i === 0 ? '' : ' · '}<a href="${browseAddress(baseUrl, { ...query, text })}"><bdi>${text}</bdi></a>`)}</p>`;
  return html`${chosenValues(dataset, query, exchange)}<p class="decision">${words.count(total, '{n} entity', '{n} entities')}</p>
${instead}<div class="beside"><div>${list}${paging(exchange, query, total)}${saving(exchange, query, total)}</div>
<aside aria-label="${say('Narrow down')}">${typeFacet(dataset, query, answer, exchange)}${answer.facets.flatMap((facet) => valueFacet(dataset, query, facet, exchange) ?? [])}</aside></div>`;
}

function chosenValues(dataset: Dataset, query: BrowseQuery, { baseUrl, words }: Exchange): SafeHtml | undefined {
  const type =
    query.type === ''
      ? []
      : [
          chip(
            dataset.types.get(query.type)?.name ?? query.type,
            browseAddress(baseUrl, { ...query, type: '' }),
            words,
          ),
        ];
  const values = query.values.map((value) =>
    chip(
      `${propertyName(dataset, value.property)}: ${valueText(dataset, value, words)}`,
      browseAddress(baseUrl, { ...query, values: query.values.filter((one) => one !== value) }),
      words,
    ),
  );
  return type.length + values.length === 0
    ? undefined
    : html`<ul class="chips" aria-label="${words.say('Chosen')}">${[...type, ...values]}</ul>`;
}

function chip(text: string, without: string, { say }: Words): SafeHtml {
  return html`<li><bdi>${text}</bdi> <a href="${without}" aria-label="${say('Remove {text}', { text })}">×</a></li>`;
}

function typeFacet(
  dataset: Dataset,
  query: BrowseQuery,
  { types }: BrowseAnswer,
  { baseUrl, words }: Exchange,
): SafeHtml | undefined {
  const others = types.filter(({ id }) => id !== query.type);
  if (others.length === 0 || (query.type === '' && types.length < 2)) return undefined;
  return facetList(
    words.say('Type'),
    others
      .slice(0, MAX_TYPES)
      .map(({ id, count }) =>
        facetLine(dataset.types.get(id)?.name ?? id, count, browseAddress(baseUrl, { ...query, type: id })),
      ),
    words,
  );
}

function valueFacet(
  dataset: Dataset,
  query: BrowseQuery,
  { property, values }: BrowseFacet,
  { baseUrl, words }: Exchange,
): SafeHtml | undefined {
  const isChosen = (value: string): boolean =>
    query.values.some((one) => one.property === property && one.value === value);
  const others = values.filter(({ value }) => !isChosen(value));
  if (others.length === 0) return undefined;
  return facetList(
    propertyName(dataset, property),
    others.map(({ value, count }) =>
      facetLine(
        valueText(dataset, { property, value }, words),
        count,
        browseAddress(baseUrl, { ...query, values: [...query.values, { property, value }] }),
      ),
    ),
    words,
  );
}

function facetList(heading: string, lines: readonly SafeHtml[], { say }: Words): SafeHtml {
  const more =
    lines.length <= VALUES_SHOWN
      ? undefined
      : html`<details><summary>${say('{n} more', { n: formatCount(lines.length - VALUES_SHOWN) })}</summary><ul class="facet">${lines.slice(VALUES_SHOWN)}</ul></details>`;
  return html`<h2 dir="auto">${heading}</h2><ul class="facet">${lines.slice(0, VALUES_SHOWN)}</ul>${more}`;
}

function facetLine(text: string, count: number, address: string): SafeHtml {
  return html`<li><a href="${address}"><bdi>${text}</bdi></a> <span class="number">${formatCount(count)}</span></li>`;
}

function propertyName({ properties }: Dataset, id: string): string {
  return properties.find((property) => property.id === id)?.name ?? id;
}

function valueText({ properties, entities }: Dataset, { property: id, value }: BrowseValue, { say }: Words): string {
  const property = properties.find((one) => one.id === id);
  if (property?.datatype === 'boolean') return value === 'true' ? say('yes') : say('no');
  const target = property?.datatype === 'reference' ? entities.ordinalOf(value) : -1;
  return target < 0 ? value : entities.nameOf(target);
}

function paging({ baseUrl, words: { say } }: Exchange, query: BrowseQuery, total: number): SafeHtml | undefined {
  if (total <= PAGE_ENTITIES) return undefined;
  const page = Math.floor(query.offset / PAGE_ENTITIES) + 1;
  const last = Math.ceil(total / PAGE_ENTITIES);
  const link = (to: number, text: string): SafeHtml => html`<a href="${browseAddress(baseUrl, query, to)}">${text}</a>`;
  return html`<nav aria-label="${say('Pages')}"><p class="paging">${page > 2 ? link(1, say('First')) : undefined} ${page > 1 ? link(page - 1, say('Previous')) : undefined} <span>${say('Page {page} of {last}', { page: formatCount(page), last: formatCount(last) })}</span> ${page < last ? link(page + 1, say('Next')) : undefined} ${page < last - 1 ? link(last, say('Last')) : undefined}</p></nav>`;
}

function saving({ baseUrl, words: { say } }: Exchange, query: BrowseQuery, total: number): SafeHtml | undefined {
  if (total === 0) return undefined;
  const address = (as: string): string =>
    `${baseUrl}/browse?${new URLSearchParams([...browseParameters(query), ['as', as]]).toString()}`;
  return html`<p>${say('Save what is found:')} <a href="${address('csv')}" download>CSV</a> · <a href="${address('json')}">JSON</a></p>`;
}

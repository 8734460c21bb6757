import type { BrowseAnswer, BrowseFacet, BrowseQuery, BrowseValue } from '../../../browsing/browse-query.js';
import type { Dataset } from '../../../entities/dataset.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import { summarise } from '../../../reconciliation/describe/describe-entity.js';
import { browseAddress, browseParameters, PAGE_ENTITIES } from '../../browsing/read-browse-query.js';
import type { Exchange } from '../../exchange.js';
import type { Reply } from '../../reply.js';
import { sourceFooter } from '../entity-page.js';
import { formatCount } from '../format-count.js';
import { formatPercent } from '../format-percent.js';
import { pageReply } from '../page-frame.js';
import { pageScript } from '../page-script.js';
import { PROPERTY_PARAMETER } from '../query-fields.js';
import { viewAddress } from '../value-list.js';

const RELOAD_SECONDS = 2;
/** Values of a facet that are shown at once; the others are folded away. */
const VALUES_SHOWN = 8;
const MOST_TYPES = 12;
const MOST_SORTS = 30;

/** Entities by words, type and values, with what they can be narrowed down by. */
export function browsePage(exchange: Exchange, query: BrowseQuery, answer: BrowseAnswer): Reply {
  const { baseUrl } = exchange;
  const { dataset } = exchange.served().snapshot;
  const body = html`<main class="wide">
<h1>Browse</h1>
<p class="summary">${whatIsSearched(dataset, answer)}</p>
${searchForm(dataset, query, baseUrl)}
<div id="results" class="live" aria-live="polite">${browseResults(exchange, query, answer)}</div>
</main>
${sourceFooter(dataset.metadata)}`;
  const title = query.text === '' ? `Browse · ${dataset.metadata.name}` : `${query.text} · ${dataset.metadata.name}`;
  return pageReply({ title, body, baseUrl, size: 'full', place: 'browse', scripts: [pageScript(baseUrl)] }, 'checked');
}

/** What stands in place of the entities while they are being indexed. */
export function buildingPage(exchange: Exchange, progress: number): Reply {
  const { baseUrl } = exchange;
  const { dataset } = exchange.served().snapshot;
  const text = html`<p role="status">The entities are being prepared for searching: ${formatPercent(progress)}. <progress max="1" value="${progress}" aria-label="Prepared"></progress></p>`;
  if (exchange.parameters.get('part') === 'results') return { kind: 'page', html: text.text, cache: 'never' };
  const body = html`<main class="wide"><h1>Browse</h1>${text}<p>The page loads again by itself.</p></main>`;
  return pageReply({ title: `Browse · ${dataset.metadata.name}`, body, baseUrl, size: 'full', place: 'browse', reloadSeconds: RELOAD_SECONDS }, 'never');
}

function whatIsSearched({ entities }: Dataset, { lookedAt }: BrowseAnswer): string {
  if (lookedAt === entities.size) return `${formatCount(entities.size)} entities. Words are looked for in names and records.`;
  return `Searches the names and records of the ${formatCount(lookedAt)} best known of ${formatCount(entities.size)} entities. To find a name among all of them, use Try.`;
}

function searchForm(dataset: Dataset, query: BrowseQuery, baseUrl: string): SafeHtml {
  const option = (value: string, text: string, chosen: string): SafeHtml => (value === chosen ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`);
  const sorts = [option('', query.text === '' ? 'Best known first' : 'Best match first', query.sort === 'best' ? '' : query.sort), option('name', 'Name', query.sort), ...dataset.properties.slice(0, MOST_SORTS).map(({ id, name }) => option(id, name, query.sort))];
  const kept = [...(query.type === '' ? [] : [['type', query.type] as const]), ...query.values.map(({ property, value }) => [PROPERTY_PARAMETER + property, value] as const)];
  return html`<form class="search" action="${baseUrl}/browse" method="get" role="search" data-live="results" data-part="results"><label class="large">Search names and records <input type="search" name="query" value="${query.text}" autocomplete="off" dir="auto"></label>${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label>Sort by <select name="sort">${sorts}</select></label><label>Order <select name="order">${option('', 'Ascending', query.isDescending ? 'down' : '')}${option('down', 'Descending', query.isDescending ? 'down' : '')}</select></label><button>Search</button></form>`;
}

/** The entities of one page, and beside them what narrows them down. */
export function browseResults({ baseUrl, served }: Exchange, query: BrowseQuery, answer: BrowseAnswer): SafeHtml {
  const { dataset } = served().snapshot;
  const { total, suggestions } = answer;
  const shown = answer.entities.map((ordinal) => dataset.entities.entity(ordinal));
  const items = shown.map((entity) => html`<li><a href="${viewAddress(entity.id, baseUrl)}"><bdi>${entity.name}</bdi></a> <span class="summary" dir="auto">${summarise(dataset, entity)}</span></li>`);
  const list = items.length === 0 ? html`<p>Nothing is found.</p>` : html`<ol class="entities" start="${query.offset + 1}">${items}</ol>`;
  const instead = suggestions.length === 0 ? undefined : html`<p>Search instead for: ${suggestions.map((text, i) => html`${i === 0 ? '' : ' · '}<a href="${browseAddress(baseUrl, { ...query, text })}"><bdi>${text}</bdi></a>`)}</p>`;
  return html`${chosenValues(dataset, query, baseUrl)}<p class="decision">${total === 1 ? '1 entity' : `${formatCount(total)} entities`}</p>
${instead}<div class="beside"><div>${list}${paging(baseUrl, query, total)}${saving(baseUrl, query, total)}</div>
<aside aria-label="Narrow down">${typeFacet(dataset, query, answer, baseUrl)}${answer.facets.flatMap((facet) => valueFacet(dataset, query, facet, baseUrl) ?? [])}</aside></div>`;
}

function chosenValues(dataset: Dataset, query: BrowseQuery, baseUrl: string): SafeHtml | undefined {
  const type = query.type === '' ? [] : [chip(dataset.types.get(query.type)?.name ?? query.type, browseAddress(baseUrl, { ...query, type: '' }))];
  const values = query.values.map((value) => chip(`${propertyName(dataset, value.property)}: ${valueText(dataset, value)}`, browseAddress(baseUrl, { ...query, values: query.values.filter((one) => one !== value) })));
  return type.length + values.length === 0 ? undefined : html`<ul class="chips" aria-label="Chosen">${[...type, ...values]}</ul>`;
}

function chip(text: string, without: string): SafeHtml {
  return html`<li><bdi>${text}</bdi> <a href="${without}" aria-label="Remove ${text}">×</a></li>`;
}

function typeFacet(dataset: Dataset, query: BrowseQuery, { types }: BrowseAnswer, baseUrl: string): SafeHtml | undefined {
  const others = types.filter(({ id }) => id !== query.type);
  if (others.length === 0 || (query.type === '' && types.length < 2)) return undefined;
  return facetList('Type', others.slice(0, MOST_TYPES).map(({ id, count }) => facetLine(dataset.types.get(id)?.name ?? id, count, browseAddress(baseUrl, { ...query, type: id }))));
}

function valueFacet(dataset: Dataset, query: BrowseQuery, { property, values }: BrowseFacet, baseUrl: string): SafeHtml | undefined {
  const isChosen = (value: string): boolean => query.values.some((one) => one.property === property && one.value === value);
  const others = values.filter(({ value }) => !isChosen(value));
  if (others.length === 0) return undefined;
  return facetList(propertyName(dataset, property), others.map(({ value, count }) => facetLine(valueText(dataset, { property, value }), count, browseAddress(baseUrl, { ...query, values: [...query.values, { property, value }] }))));
}

function facetList(heading: string, lines: readonly SafeHtml[]): SafeHtml {
  const more = lines.length <= VALUES_SHOWN ? undefined : html`<details><summary>${formatCount(lines.length - VALUES_SHOWN)} more</summary><ul class="facet">${lines.slice(VALUES_SHOWN)}</ul></details>`;
  return html`<h2 dir="auto">${heading}</h2><ul class="facet">${lines.slice(0, VALUES_SHOWN)}</ul>${more}`;
}

function facetLine(text: string, count: number, address: string): SafeHtml {
  return html`<li><a href="${address}"><bdi>${text}</bdi></a> <span class="number">${formatCount(count)}</span></li>`;
}

function propertyName({ properties }: Dataset, id: string): string {
  return properties.find((property) => property.id === id)?.name ?? id;
}

function valueText({ properties, entities }: Dataset, { property: id, value }: BrowseValue): string {
  const property = properties.find((one) => one.id === id);
  if (property?.datatype === 'boolean') return value === 'true' ? 'yes' : 'no';
  const target = property?.datatype === 'reference' ? entities.ordinalOf(value) : -1;
  return target < 0 ? value : entities.nameOf(target);
}

function paging(baseUrl: string, query: BrowseQuery, total: number): SafeHtml | undefined {
  if (total <= PAGE_ENTITIES) return undefined;
  const page = Math.floor(query.offset / PAGE_ENTITIES) + 1;
  const last = Math.ceil(total / PAGE_ENTITIES);
  const link = (to: number, text: string): SafeHtml => html`<a href="${browseAddress(baseUrl, query, to)}">${text}</a>`;
  return html`<nav aria-label="Pages"><p class="paging">${page > 2 ? link(1, 'First') : undefined} ${page > 1 ? link(page - 1, 'Previous') : undefined} <span>Page ${formatCount(page)} of ${formatCount(last)}</span> ${page < last ? link(page + 1, 'Next') : undefined} ${page < last - 1 ? link(last, 'Last') : undefined}</p></nav>`;
}

function saving(baseUrl: string, query: BrowseQuery, total: number): SafeHtml | undefined {
  if (total === 0) return undefined;
  const address = (as: string): string => `${baseUrl}/browse?${new URLSearchParams([...browseParameters(query), ['as', as]]).toString()}`;
  return html`<p>Save what is found: <a href="${address('csv')}" download>CSV</a> · <a href="${address('json')}">JSON</a></p>`;
}

import type { Dataset } from '../../entities/dataset.js';
import { typesByCount } from '../../entities/count-by-type.js';
import { type SafeHtml, html, safeUrl } from '../../foundation/escape-html.js';
import { describeService } from '../../protocols/describe-service.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import type { Exchange, Reply } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { entityField, fieldScript } from './page-script.js';
import { sourceFooter } from './entity-page.js';
import { formatCount } from './format-values.js';
import { pageReply } from './page-frame.js';

const MAX_TYPES = 50;
const MAX_PROPERTIES = 100;

/** One word for Unix shells: an apostrophe ends the quoted text, is quoted itself, and begins it again. */
function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The dataset, and how people and programs use the service. */
export function aboutPage(exchange: Exchange): Reply {
  const { baseUrl, site, limits, words } = exchange;
  const { say } = words;
  const { snapshot } = exchange.served();
  const { dataset } = snapshot;
  const { metadata } = dataset;
  const service = describeService(snapshot, baseUrl, limits.batchSize);
  const example = exampleEntity(snapshot);
  const documentation = metadata.documentation === undefined ? undefined : safeUrl(metadata.documentation);
  const body = html`<main>
<h1 dir="auto">${metadata.name}</h1>
<p class="summary">${metadata.description} ${words.count(dataset.entities.size, '{n} entity', '{n} entities')}.</p>
<h2>${say('Use it in OpenRefine')}</h2>
<p>${say('Register this address as a standard service:')}</p>
<code class="address">${baseUrl}/</code>
<h2>${say('Match a table')}</h2>
<p><a href="${baseUrl}/runs">${say('Paste names, or choose a file, and see or save what they mean.')}</a></p>
<h2>${say('Look at an entity')}</h2>
<form action="${baseUrl}/view" method="get">${entityField({ label: say('Name or identifier'), attributes: html`required strict value="${example.id}" text="${example.id === '' ? '' : example.name}"`, plain: html`<label>${say('Identifier')} <input name="id" required value="${example.id}"></label>` })}<button>${say('Show')}</button></form>
<p>${say('Save all entities:')} <a href="${baseUrl}/dataset?as=jsonl" download>JSON</a> · <a href="${baseUrl}/dataset?as=nt" download>N-Triples</a></p>
<h2>${say('Why does a name match, or not?')}</h2>
<form action="${baseUrl}/explain" method="get"><label>${say('Name')} <input name="query" required value="${example.name}" dir="auto"></label>${entityField({ label: say('Entity (empty: the best candidate)'), attributes: html`strict`, plain: html`<label>${say('Identifier (empty: the best candidate)')} <input name="id"></label>` })}<button>${say('Explain')}</button></form>
<h2>${say('Use from a program')}</h2>
<pre><code>curl ${baseUrl}/ --data-urlencode ${quotedForShell(`queries={"q0":{"query":${JSON.stringify(example.name)}}}`)}</code></pre>
<p>${words.html('Everything the service answers is described on the page {api}, where you can try it out, and in {file}; the {manifest} is what clients read.', { api: html`<a href="${baseUrl}/api">API</a>`, file: html`<a href="${baseUrl}/openapi.yaml">openapi.yaml</a>`, manifest: html`<a href="${baseUrl}/?profile=0.2">${say('manifest')}</a>` })}${documentation === undefined ? undefined : html` ${say('More about the data:')} <a href="${documentation}">${documentation}</a>.`}</p>
<h2>${say('Complete names in a web page')}</h2>
<pre><code>${`<script type="module" src="${fieldScript(baseUrl).address}"></script>\n<sameas-suggest name="entity" label="${metadata.name.replaceAll('"', '&quot;')}"></sameas-suggest>`}</code></pre>
${typeTable(dataset, words)}
${propertyTable(dataset, words)}
<h2>${say('This service')}</h2>
<dl><dt>${say('Identifier space')}</dt><dd><code>${service.identifierSpace}</code></dd><dt>${say('Version of the content')}</dt><dd><code>${service.serviceVersion}</code></dd></dl>
</main>
${sourceFooter(metadata, words)}`;
  return pageReply(
    { title: metadata.name, body, baseUrl, site, words, size: 'full', place: 'about', scripts: [fieldScript(baseUrl)] },
    'checked',
  );
}

function typeTable(dataset: Dataset, words: Words): SafeHtml | undefined {
  const types = typesByCount(dataset);
  if (types.length === 0) return undefined;
  const rows = types
    .slice(0, MAX_TYPES)
    .map(
      ({ type, count }) =>
        html`<tr><td dir="auto">${type.name}</td><td><code>${type.id}</code></td><td class="number">${formatCount(count)}</td></tr>`,
    );
  return html`<h2>${words.say('Types')}</h2><table><thead><tr><th scope="col">${words.say('Name')}</th><th scope="col">${words.say('Identifier')}</th><th scope="col" class="number">${words.say('Entities')}</th></tr></thead><tbody>${rows}</tbody></table>${andMore(types.length, MAX_TYPES, words)}`;
}

function propertyTable(dataset: Dataset, words: Words): SafeHtml | undefined {
  const { properties } = dataset;
  if (properties.length === 0) return undefined;
  const rows = properties
    .slice(0, MAX_PROPERTIES)
    .map(
      (property) =>
        html`<tr><td dir="auto">${property.name}</td><td><code>${property.id}</code></td><td>${property.datatype}</td><td class="number">${formatCount(property.entityCount)}</td></tr>`,
    );
  return html`<h2>${words.say('Properties')}</h2><table><thead><tr><th scope="col">${words.say('Name')}</th><th scope="col">${words.say('Identifier')}</th><th scope="col">${words.say('Values')}</th><th scope="col" class="number">${words.say('Entities')}</th></tr></thead><tbody>${rows}</tbody></table>${andMore(properties.length, MAX_PROPERTIES, words)}`;
}

function andMore(all: number, shown: number, { say }: Words): SafeHtml | undefined {
  return all > shown ? html`<p>${say('and {n} more', { n: formatCount(all - shown) })}</p>` : undefined;
}

/** The best-known entity of the most common type: its name is familiar to visitors. */
function exampleEntity({ dataset, prefixIndex }: DatasetSnapshot): {
  readonly id: string;
  readonly name: string;
} {
  const [common] = dataset.types.types;
  const accepts = (ordinal: number): boolean =>
    common === undefined || dataset.entities.typesOf(ordinal).includes(common.id);
  const [best] = prefixIndex.complete({ prefix: '', limit: 1, offset: 0, accepts });
  const ordinal = best?.entity ?? 0;
  return dataset.entities.size === 0
    ? { id: '', name: 'name' }
    : { id: dataset.entities.idOf(ordinal), name: dataset.entities.nameOf(ordinal) };
}

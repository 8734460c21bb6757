import type { Dataset } from '../../entities/dataset.js';
import { typesByCount } from '../../entities/types-by-count.js';
import { html, safeUrl, type SafeHtml } from '../../foundation/escape-html.js';
import { describeService } from '../../protocols/describe-service.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import { entityField, fieldScript } from './entity-field.js';
import { sourceFooter } from './entity-page.js';
import { formatCount } from './format-count.js';
import { exampleEntity } from './example-entity.js';
import { pageReply } from './page-frame.js';

const MAX_TYPES = 50;
const MAX_PROPERTIES = 100;

/** One word for the shells of Unix: an apostrophe ends the quoted text, comes by itself, and begins it again. */
function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What the dataset holds, and how people and programs use the service. */
export function aboutPage(exchange: Exchange): Reply {
  const { baseUrl, limits } = exchange;
  const { snapshot } = exchange.served();
  const { dataset } = snapshot;
  const { metadata } = dataset;
  const service = describeService(snapshot, baseUrl, limits.batchSize);
  const example = exampleEntity(snapshot);
  const documentation = metadata.documentation === undefined ? undefined : safeUrl(metadata.documentation);
  const body = html`<main>
<h1 dir="auto">${metadata.name}</h1>
<p class="summary">${metadata.description} ${formatCount(dataset.entities.size)} entities to match names with.</p>
<h2>Register it in OpenRefine</h2>
<p>In the menu of a column choose <em>Reconcile</em> → <em>Start reconciling…</em> → <em>Add standard service…</em> and paste this address:</p>
<code class="address">${baseUrl}/</code>
<h2>Match a list of names</h2>
<p>Without any other program: <a href="${baseUrl}/runs">paste names, or send a file</a>, and see or save what they mean.</p>
<h2>Look at an entity</h2>
<form action="${baseUrl}/view" method="get">${entityField({ label: 'Name or identifier', attributes: html`required strict value="${example.id}" text="${example.id === '' ? '' : example.name}"`, plain: html`<label>Identifier <input name="id" required value="${example.id}"></label>` })}<button>Show</button></form>
<h2>Why does a name match, or not?</h2>
<form action="${baseUrl}/explain" method="get"><label>Name <input name="query" required value="${example.name}" dir="auto"></label>${entityField({ label: 'Entity (empty: the best candidate)', attributes: html`strict`, plain: html`<label>Identifier (empty: the best candidate) <input name="id"></label>` })}<button>Explain</button></form>
<h2>Ask from a program</h2>
<pre><code>curl ${baseUrl}/ --data-urlencode ${quotedForShell(`queries={"q0":{"query":${JSON.stringify(example.name)}}}`)}</code></pre>
<p>Everything the service answers is described on the page <a href="${baseUrl}/api">API</a>, where you can try it out, and in <a href="${baseUrl}/openapi.yaml">openapi.yaml</a>; the <a href="${baseUrl}/?profile=0.2">manifest</a> is what clients read.${documentation === undefined ? undefined : html` More about the data: <a href="${documentation}">${documentation}</a>.`}</p>
<h2>Complete names in a web page</h2>
<pre><code>${`<script type="module" src="${fieldScript(baseUrl).address}"></script>\n<sameas-suggest name="entity" label="${metadata.name.replaceAll('"', '&quot;')}"></sameas-suggest>`}</code></pre>
${typeTable(dataset)}
${propertyTable(dataset)}
<h2>This service</h2>
<dl><dt>Identifier space</dt><dd><code>${service.identifierSpace}</code></dd><dt>Version of the content</dt><dd><code>${service.serviceVersion}</code></dd></dl>
</main>
${sourceFooter(metadata)}`;
  return pageReply({ title: metadata.name, body, baseUrl, size: 'full', place: 'about', scripts: [fieldScript(baseUrl)] }, 'checked');
}

function typeTable(dataset: Dataset): SafeHtml | undefined {
  const types = typesByCount(dataset);
  if (types.length === 0) return undefined;
  const rows = types
    .slice(0, MAX_TYPES)
    .map(({ type, count }) => html`<tr><td dir="auto">${type.name}</td><td><code>${type.id}</code></td><td class="number">${formatCount(count)}</td></tr>`);
  return html`<h2>Types</h2><table><thead><tr><th scope="col">Name</th><th scope="col">Identifier</th><th scope="col" class="number">Entities</th></tr></thead><tbody>${rows}</tbody></table>${andMore(types.length, MAX_TYPES)}`;
}

function propertyTable(dataset: Dataset): SafeHtml | undefined {
  const { properties } = dataset;
  if (properties.length === 0) return undefined;
  const rows = properties
    .slice(0, MAX_PROPERTIES)
    .map(
      (property) =>
        html`<tr><td dir="auto">${property.name}</td><td><code>${property.id}</code></td><td>${property.datatype}</td><td class="number">${formatCount(property.entityCount)}</td></tr>`,
    );
  return html`<h2>Properties</h2><table><thead><tr><th scope="col">Name</th><th scope="col">Identifier</th><th scope="col">Values</th><th scope="col" class="number">Entities</th></tr></thead><tbody>${rows}</tbody></table>${andMore(properties.length, MAX_PROPERTIES)}`;
}

function andMore(all: number, shown: number): SafeHtml | undefined {
  return all > shown ? html`<p>and ${formatCount(all - shown)} more</p>` : undefined;
}

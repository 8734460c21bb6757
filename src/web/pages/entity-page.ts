import type { DatasetMetadata } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { EntityDescription } from '../../reconciliation/describe/describe-entity.js';
import { pageFrame } from './page-frame.js';
import { factRow } from './value-list.js';

/** Everything that is known of an entity, as a page of its own. */
export function entityPage(entity: EntityDescription, metadata: DatasetMetadata, baseUrl: string): SafeHtml {
  const body = html`<main>
${entityHeading(entity)}
<dl><dt>Identifier</dt><dd><code>${entity.id}</code></dd>${entity.facts.map((fact) => factRow(fact, baseUrl))}</dl>
${aliases(entity)}
<form action="${baseUrl}/explain" method="get"><label>Why does a name match this entity, or not? <input name="query" required dir="auto"></label><input type="hidden" name="id" value="${entity.id}"><button>Explain</button></form>
</main>
${sourceFooter(metadata)}`;
  return pageFrame({ title: `${entity.name} · ${metadata.name}`, body, baseUrl, size: 'full' });
}

/** Name, summary and types. */
export function entityHeading(entity: EntityDescription): SafeHtml {
  // Without anything else to say the summary names the types, which stand below it.
  const saysTypes = entity.summary === entity.types.map((type) => type.name).join(', ');
  const summary = entity.summary === '' || saysTypes ? undefined : html`<p class="summary" dir="auto">${entity.summary}</p>`;
  const types = entity.types.length === 0 ? undefined : html`<ul class="chips" aria-label="Types">${entity.types.map((type) => html`<li dir="auto">${type.name}</li>`)}</ul>`;
  const heading = entity.nameLanguage === undefined ? html`<h1 dir="auto">${entity.name}</h1>` : html`<h1 dir="auto" lang="${entity.nameLanguage}">${entity.name}</h1>`;
  return html`${heading}${summary}${types}`;
}

function aliases(entity: EntityDescription): SafeHtml | undefined {
  if (entity.aliases.length === 0) return undefined;
  const items = entity.aliases.map((label) => (label.language === undefined ? html`<li dir="auto">${label.text}</li>` : html`<li dir="auto" lang="${label.language}">${label.text}</li>`));
  return html`<h2>Aliases</h2><ul class="chips">${items}</ul>`;
}

/** Where the data is from, as its licence asks. */
export function sourceFooter({ attribution, licence }: DatasetMetadata): SafeHtml | undefined {
  if (attribution === undefined && licence === undefined) return undefined;
  const licenceLine = licence === undefined ? undefined : html`<p>Licence: ${licence}</p>`;
  const creditLine = attribution === undefined ? undefined : html`<p>${attribution}</p>`;
  return html`<footer>${creditLine}${licenceLine}</footer>`;
}

import { countByType } from '../../entities/count-by-type.js';
import type { Dataset } from '../../entities/dataset.js';
import type { EntityType } from '../../entities/type-hierarchy.js';
import { type SafeHtml, html } from '../../foundation/escape-html.js';
import { type EntityDescription, shortenText, tellingNames } from '../../describe/describe-entity.js';
import type { ExtensionProperty } from '../../entities/built-in-properties.js';
import { NAME_SEPARATOR } from './format-values.js';

/*
 * Cards that clients insert into their own pages: a few elements with the class names that clients style, nothing that
 * loads or runs anything.
 */

const MAX_FACTS = 4;
const MAX_ALIASES = 4;
/** Of one value. */
const MAX_CHARACTERS = 200;

/** Name, identifier, summary, a few facts, types. */
export function entityCard(entity: EntityDescription): SafeHtml {
  const facts = entity.facts.slice(0, MAX_FACTS).map(({ property, values }) => {
    const shown = values.slice(0, 3).map((value) => shortenText(value.text, MAX_CHARACTERS));
    return html`<p class="fbs-topic-properties"><strong>${property.name}</strong> ${shown.join(NAME_SEPARATOR)}</p>`;
  });
  const aliases = tellingNames(entity.name, entity.aliases, MAX_ALIASES);
  const article = [entity.summary, aliases.length === 0 ? '' : `Also: ${aliases.join(NAME_SEPARATOR)}`].filter(
    (line) => line !== '',
  );
  return card(
    entity.name,
    entity.id,
    article,
    facts,
    entity.types.map((type) => type.name).join(', '),
    entity.nameLanguage,
  );
}

/** Description, number of entities, broader types. */
export function typeCard(type: EntityType, dataset: Dataset): SafeHtml {
  const above = dataset.types.upwards(type.id).slice(1);
  const count = countByType(dataset).get(type.id) ?? 0;
  const lines = [
    ...(type.description === undefined ? [] : [type.description]),
    `${String(count)} ${count === 1 ? 'entity' : 'entities'} of this type`,
    ...(above.length === 0 ? [] : [`Belongs to: ${above.map((id) => dataset.types.get(id)?.name ?? id).join(', ')}`]),
  ];
  return card(type.name, type.id, lines, [], 'Type');
}

/** Description, types, datatype. */
export function propertyCard({ kind, property }: ExtensionProperty, dataset: Dataset): SafeHtml {
  const lines = property.description === undefined ? [] : [property.description];
  if (kind === 'path') return card(property.name, property.id, lines, [], 'Path of properties');
  if (kind === 'built-in') return card(property.name, property.id, lines, [], 'Property of every entity');
  const usedBy = property.usedBy.map((id) => dataset.types.get(id)?.name ?? id);
  const uses = `${String(property.entityCount)} ${property.entityCount === 1 ? 'entity has' : 'entities have'} it${usedBy.length === 0 ? '' : `: ${usedBy.join(', ')}`}`;
  return card(property.name, property.id, [...lines, uses], [], `Property · ${property.datatype}`);
}

function card(
  name: string,
  id: string,
  article: readonly string[],
  facts: readonly SafeHtml[],
  kind: string,
  language?: string,
): SafeHtml {
  const title =
    language === undefined
      ? html`<h1 class="fbs-flyout-title">${name}</h1>`
      : html`<h1 class="fbs-flyout-title" lang="${language}" dir="auto">${name}</h1>`;
  const paragraphs = article.map((line) => html`<p class="fbs-topic-article">${line}</p>`);
  return html`<div class="fbs-flyout-content">${title}<h3 class="fbs-flyout-subtitle">${id}</h3>${paragraphs}${facts}</div><div class="fbs-attribution"><span class="fbs-flyout-types">${kind}</span></div>`;
}

import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { DatasetMetadata } from '../../entities/dataset.js';
import { tellingNames, type EntityDescription } from '../../describe/describe-entity.js';
import type { Exchange } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { entityHeading } from './entity-page.js';
import { NAME_SEPARATOR } from './format-values.js';
import { pageFrame } from './page-frame.js';
import { factRow } from './value-list.js';

/**
 * With all of them the folded page is as high as the manifest says (describe-service.ts), at 300 to 430 pixels; each
 * missing part makes room for another fact.
 */
const PARTS_AND_FACTS = 5;
const MAX_FACTS = 12;
const MAX_VALUES = 3;
const MAX_ALIASES = 8;
/** Of one value; the page of the entity has all of it. */
const MAX_CHARACTERS = 400;

/**
 * A small page that distinguishes an entity from its homonyms: the most important facts in the size of the frame, the
 * rest folded.
 */
export function previewPage(
  entity: EntityDescription,
  { updated }: Pick<DatasetMetadata, 'updated'>,
  { baseUrl, site, words }: Pick<Exchange, 'baseUrl' | 'site' | 'words'>,
): SafeHtml {
  const aliases = aliasLine(entity, words);
  const parts = [entity.summary, entity.types.length > 0, aliases].filter(
    (part) => part !== undefined && part !== '' && part !== false,
  );
  const facts = entity.facts
    .slice(0, MAX_FACTS)
    .map((fact) => factRow(fact, baseUrl, words, { mostValues: MAX_VALUES, mostCharacters: MAX_CHARACTERS }));
  const shown = PARTS_AND_FACTS - parts.length;
  const body = html`<main class="brief">
${entityHeading(entity, words)}
${aliases}
<dl>${facts.slice(0, shown)}</dl>
<details><summary>${words.say('More')}</summary>
<dl>${facts.slice(shown)}<dt>${words.say('Identifier')}</dt><dd><code>${entity.id}</code></dd>${updated === undefined ? '' : html`<dt>${words.say('Data of')}</dt><dd>${updated}</dd>`}</dl>
</details>
</main>`;
  return pageFrame({ title: entity.name, body, baseUrl, site, words, size: 'small' });
}

function aliasLine(entity: EntityDescription, { say }: Words): SafeHtml | undefined {
  const shown = tellingNames(entity.name, entity.aliases, MAX_ALIASES);
  return shown.length === 0
    ? undefined
    : html`<p class="summary">${say('Also:')} ${shown.map((name, i) => html`${i === 0 ? '' : NAME_SEPARATOR}<bdi>${name}</bdi>`)}</p>`;
}

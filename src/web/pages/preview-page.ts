import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { tellingNames, type EntityDescription } from '../../describe/describe-entity.js';
import type { Exchange } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { entityHeading } from './entity-page.js';
import { NAME_SEPARATOR } from './name-separator.js';
import { pageFrame } from './page-frame.js';
import { factRow } from './value-list.js';

const MAX_FACTS = 12;
const MAX_VALUES = 3;
const MAX_ALIASES = 8;
/** Of one value; all of it stands on the page of the entity. */
const MAX_CHARACTERS = 400;

/** A small page to tell an entity from its namesakes: what matters most comes first, the rest can be scrolled to. */
export function previewPage(
  entity: EntityDescription,
  { baseUrl, site, words }: Pick<Exchange, 'baseUrl' | 'site' | 'words'>,
): SafeHtml {
  const facts = entity.facts
    .slice(0, MAX_FACTS)
    .map((fact) => factRow(fact, baseUrl, words, { mostValues: MAX_VALUES, mostCharacters: MAX_CHARACTERS }));
  const body = html`<main>
${entityHeading(entity, words)}
${aliasLine(entity, words)}
<dl>${facts}<dt>${words.say('Identifier')}</dt><dd><code>${entity.id}</code></dd></dl>
</main>`;
  return pageFrame({ title: entity.name, body, baseUrl, site, words, size: 'small' });
}

function aliasLine(entity: EntityDescription, { say }: Words): SafeHtml | undefined {
  const shown = tellingNames(entity.name, entity.aliases, MAX_ALIASES);
  return shown.length === 0
    ? undefined
    : html`<p class="summary">${say('Also:')} ${shown.map((name, i) => html`${i === 0 ? '' : NAME_SEPARATOR}<bdi>${name}</bdi>`)}</p>`;
}

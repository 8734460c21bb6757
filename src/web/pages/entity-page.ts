import type { DatasetMetadata } from '../../entities/dataset.js';
import type { Property } from '../../entities/property.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { EntityDescription } from '../../reconciliation/describe/describe-entity.js';
import type { Exchange } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { browseAddress } from '../browsing/read-browse-query.js';
import { formatCount } from './format-count.js';
import { pageFrame } from './page-frame.js';
import { placeMap } from './place-map.js';
import { factRow, viewAddress } from './value-list.js';

/** Entities that refer to one by a property. */
export interface Referrers {
  readonly property: Property;
  /** The first of them. */
  readonly shown: readonly { readonly id: string; readonly name: string }[];
  /** How many there are; `undefined` where they are too many to be counted here. */
  readonly count: number | undefined;
}

/** Everything that is known of an entity, as a page of its own, with what refers to it. */
export function entityPage(
  entity: EntityDescription,
  referrers: readonly Referrers[],
  metadata: DatasetMetadata,
  { baseUrl, site, words }: Pick<Exchange, 'baseUrl' | 'site' | 'words'>,
): SafeHtml {
  const { say } = words;
  const file = (form: string): string => `${viewAddress(entity.id, baseUrl)}&as=${form}`;
  const body = html`<main>
      ${entityHeading(entity, words)}
      <dl>
        <dt>${say('Identifier')}</dt>
        <dd><code>${entity.id}</code></dd>
        ${entity.facts.map((fact) => factRow(fact, baseUrl, words))}
      </dl>
      ${map(entity, words)} ${aliases(entity, words)}
      ${referrers.map((one) => referrerList(entity, one, baseUrl, words))}
      <p>${say('Save this entity:')} <a href="${file('json')}">JSON</a> · <a href="${file('csv')}" download>CSV</a></p>
      <form action="${baseUrl}/explain" method="get">
        <label>${say('Why does a name match this entity, or not?')} <input name="query" required dir="auto" /></label
        ><input type="hidden" name="id" value="${entity.id}" /><button>${say('Explain')}</button>
      </form>
    </main>
    ${sourceFooter(metadata, words)}`;
  return pageFrame({ title: `${entity.name} · ${metadata.name}`, body, baseUrl, site, words, size: 'full' });
}

/** Name, summary and types. */
export function entityHeading(entity: EntityDescription, { say }: Words): SafeHtml {
  // Without anything else to say the summary names the types, which stand below it.
  const saysTypes = entity.summary === entity.types.map((type) => type.name).join(', ');
  const summary =
    entity.summary === '' || saysTypes ? undefined : html`<p class="summary" dir="auto">${entity.summary}</p>`;
  const types =
    entity.types.length === 0
      ? undefined
      : html`<ul class="chips" aria-label="${say('Types')}">
          ${entity.types.map((type) => html`<li dir="auto">${type.name}</li>`)}
        </ul>`;
  const heading =
    entity.nameLanguage === undefined
      ? html`<h1 dir="auto">${entity.name}</h1>`
      : html`<h1 dir="auto" lang="${entity.nameLanguage}">${entity.name}</h1>`;
  return html`${heading}${summary}${types}`;
}

function aliases(entity: EntityDescription, { say }: Words): SafeHtml | undefined {
  if (entity.aliases.length === 0) return undefined;
  const items = entity.aliases.map((label) =>
    label.language === undefined
      ? html`<li dir="auto">${label.text}</li>`
      : html`<li dir="auto" lang="${label.language}">${label.text}</li>`,
  );
  return html`<h2>${say('Aliases')}</h2>
    <ul class="chips">
      ${items}
    </ul>`;
}

function map({ name, facts }: EntityDescription, { say }: Words): SafeHtml | undefined {
  const places = facts.flatMap(({ values }) =>
    values.flatMap(({ coordinates }) => (coordinates === undefined ? [] : [coordinates])),
  );
  return places.length === 0 ? undefined : placeMap(places, say('{name} on a map of the world', { name }));
}

function referrerList(
  { id, name }: EntityDescription,
  { property, shown, count }: Referrers,
  baseUrl: string,
  { say }: Words,
): SafeHtml {
  const all = browseAddress(baseUrl, {
    text: '',
    type: '',
    values: [{ property: property.id, value: id }],
    sort: 'best',
    isDescending: false,
    offset: 0,
    limit: 0,
  });
  const items = shown.map(
    (one) =>
      html`<li>
        <a href="${viewAddress(one.id, baseUrl)}"><bdi>${one.name}</bdi></a>
      </li>`,
  );
  const rest =
    count === shown.length
      ? undefined
      : html`<p>
          <a href="${all}"
            >${count === undefined ? say('Browse the entities with this value') : say('Browse all {n}', { n: formatCount(count) })}</a
          >
        </p>`;
  return html`<h2>${property.name}: <bdi>${name}</bdi></h2>
    ${
      items.length === 0
        ? undefined
        : html`<ul class="chips" aria-label="${say('Entities that refer to this one')}">
            ${items}
          </ul>`
    }${rest}`;
}

/** Where the data is from, as its licence asks. */
export function sourceFooter({ attribution, licence }: DatasetMetadata, { say }: Words): SafeHtml | undefined {
  if (attribution === undefined && licence === undefined) return undefined;
  const licenceLine = licence === undefined ? undefined : html`<p>${say('Licence: {licence}', { licence })}</p>`;
  const creditLine = attribution === undefined ? undefined : html`<p>${attribution}</p>`;
  return html`<footer>${creditLine}${licenceLine}</footer>`;
}

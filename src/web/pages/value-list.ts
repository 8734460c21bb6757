import { html, safeUrl, type SafeHtml } from '../../foundation/escape-html.js';
import { type Fact, type ReadableValue, shortenText } from '../../describe/describe-entity.js';
import type { Words } from '../messages/words.js';

/** Values of one property shown; more are only counted. */
const MAX_SHOWN = 50;

/**
 * A fact as a row of a description list; `mostValues` limits it further, and `mostCharacters` the text of each value.
 */
export function factRow(
  fact: Fact,
  baseUrl: string,
  { say }: Words,
  { mostValues = MAX_SHOWN, mostCharacters = Infinity } = {},
): SafeHtml {
  const shown = fact.values
    .slice(0, mostValues)
    .map((value) => valueHtml({ ...value, text: shortenText(value.text, mostCharacters) }, baseUrl));
  const more = fact.values.length - shown.length;
  const [only] = shown;
  if (shown.length === 1 && more === 0 && only !== undefined)
    return html`<dt>${fact.property.name}</dt><dd>${only}</dd>`;
  const rest = more === 0 ? undefined : html`<li>${say('and {n} more', { n: more })}</li>`;
  return html`<dt>${fact.property.name}</dt><dd><ul>${shown.map((value) => html`<li>${value}</li>`)}${rest}</ul></dd>`;
}

function valueHtml(value: ReadableValue, baseUrl: string): SafeHtml {
  if (value.entity !== undefined)
    return html`<a href="${viewAddress(value.entity, baseUrl)}"><bdi>${value.text}</bdi></a>`;
  const address = value.url === undefined ? undefined : safeUrl(value.url);
  if (address !== undefined) return html`<a href="${address}" rel="noopener noreferrer">${value.text}</a>`;
  return value.language === undefined
    ? html`<bdi>${value.text}</bdi>`
    : html`<bdi lang="${value.language}">${value.text}</bdi>`;
}

/** Address of an entity's page. */
export function viewAddress(id: string, baseUrl: string): string {
  return `${baseUrl}/view?id=${encodeURIComponent(id)}`;
}

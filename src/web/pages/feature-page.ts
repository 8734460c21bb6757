import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { FEATURE_TABLE, featureName, PROPERTY_FEATURE } from '../../scoring/feature-table.js';
import type { Exchange } from '../exchange.js';
import { pageFrame } from './page-frame.js';

/** The page of a candidate's feature, which clients link to; `undefined` for an unknown one. */
export function featurePage(
  id: string,
  dataset: Dataset,
  { baseUrl, site, words }: Pick<Exchange, 'baseUrl' | 'site' | 'words'>,
): SafeHtml | undefined {
  const name = featureName(id, dataset);
  const definition = FEATURE_TABLE.find(
    (feature) => feature.id === (id.startsWith(PROPERTY_FEATURE) ? `${PROPERTY_FEATURE}<id>` : id),
  );
  if (name === undefined || definition === undefined) return undefined;
  const body = html`<main>
<h1 dir="auto">${name}</h1>
<p class="summary">${words.say('Evidence that a candidate is the right entity')}</p>
<p lang="en">${definition.description}</p>
<dl><dt>${words.say('Identifier')}</dt><dd><code>${id}</code></dd><dt>${words.say('Value')}</dt><dd lang="en">${definition.range}</dd></dl>
</main>`;
  return pageFrame({ title: `${name} · ${dataset.metadata.name}`, body, baseUrl, site, words, size: 'full' });
}

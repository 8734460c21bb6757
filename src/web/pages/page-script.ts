import type { PageScript } from '../exchange.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';

/** The script of the pages, and the addresses that it may request. */
export function pageScript(baseUrl: string): PageScript {
  return { address: `${baseUrl}/pages.js`, asks: `${baseUrl}/` };
}

/**
 * A field for the id of an entity, with completion of names; without scripts a plain field. The page must load
 * `fieldScript`.
 */
export function entityField({
  label,
  attributes,
  plain,
}: {
  readonly label: string;
  readonly attributes: SafeHtml;
  readonly plain: SafeHtml;
}): SafeHtml {
  return html`<sameas-suggest name="id" text-name="" label="${label}" ${attributes}>${plain}</sameas-suggest>`;
}

/** The script that completes names, and the addresses that it may request. */
export function fieldScript(baseUrl: string): PageScript {
  return { address: `${baseUrl}/sameas-suggest.js`, asks: `${baseUrl}/private/` };
}

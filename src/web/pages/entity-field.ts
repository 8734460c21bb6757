import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { PageScript } from '../reply.js';

/** A field for the id of an entity, which is found by its name; where no scripts run, the plain field. The page must load `fieldScript`. */
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

/** The script that makes such fields complete names, and what it asks. */
export function fieldScript(baseUrl: string): PageScript {
  return { address: `${baseUrl}/sameas-suggest.js`, asks: `${baseUrl}/private/` };
}

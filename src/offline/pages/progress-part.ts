import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Words } from '../../web/messages/words.js';

/** Long work, whose text and bar the page updates; `canStop`: with a button that ends it. */
export function progressPart({ say }: Words, text: string, canStop = false): SafeHtml {
  return html`<p id="progress" role="status">${text}</p><p><progress id="bar" aria-labelledby="progress"></progress></p>${canStop ? html`<p><button class="second" data-do="stop">${say('Cancel')}</button></p>` : undefined}`;
}

import { html, type SafeHtml } from '../../foundation/escape-html.js';

/**
 * A sentence with its quotations isolated, so that names in Arabic or Hebrew letters keep their places: otherwise two
 * of them with no word between change places.
 */
export function isolateNames(sentence: string): SafeHtml {
  const parts = sentence.split(/("[^"]*"|“[^”]*”|„[^“]*“|«[^»]*»)/);
  // Every second part matched the pattern.
  return html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`${part.slice(0, 1)}<bdi>${part.slice(1, -1)}</bdi>${part.slice(-1)}`))}`;
}

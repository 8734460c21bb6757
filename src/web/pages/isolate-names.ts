import { html, type SafeHtml } from '../../foundation/escape-html.js';

/**
 * A sentence of ours in which what stands between quotation marks is set apart, so that names in Arabic or Hebrew letters stay where the sentence has them:
 * otherwise two of them with no word between change places.
 */
export function isolateNames(sentence: string): SafeHtml {
  const parts = sentence.split(/("[^"]*"|“[^”]*”|„[^“]*“|«[^»]*»)/);
  // Every second part is what the pattern has found.
  return html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`${part.slice(0, 1)}<bdi>${part.slice(1, -1)}</bdi>${part.slice(-1)}`))}`;
}

import { html, type SafeHtml } from '../../foundation/escape-html.js';

/** ISO 8601 as text to the minute, in UTC. */
export function formatTime(time: string): SafeHtml {
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')}</time>`;
}

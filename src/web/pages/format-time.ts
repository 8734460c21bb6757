import { html, type SafeHtml } from '../../foundation/escape-html.js';

/** A time of ISO 8601 for people, to the minute, in UTC. */
export function formatTime(time: string): SafeHtml {
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')}</time>`;
}

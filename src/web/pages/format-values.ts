import { html, type SafeHtml } from '../../foundation/escape-html.js';

/** Thousands separated by narrow no-break spaces. */
export function formatCount(number: number): string {
  return number.toLocaleString('en').replaceAll(',', '\u202f');
}

/** A share as a percentage; 100 and 0 only where it is exact. */
export function formatPercent(share: number | undefined): string {
  if (share === undefined) return '–';
  if (share > 0.99 && share < 1) return '> 99\u202f%';
  if (share > 0 && share < 0.01) return '< 1\u202f%';
  return `${String(Math.round(share * 100))}\u202f%`;
}

/** ISO 8601 as text to the minute, in UTC. */
export function formatTime(time: string): SafeHtml {
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')}</time>`;
}

/** Between names or values in one line: many contain a comma, as in "Woolf, Virginia". */
export const NAME_SEPARATOR = '; ';

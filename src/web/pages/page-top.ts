import { html, type SafeHtml } from '../../foundation/escape-html.js';

const PLACES = [
  { id: 'projects', path: '/', text: 'Projects' },
  { id: 'service', path: '/about', text: 'Reconciliation service' },
] as const;

/** The bar at the top where there are projects: to their list, and to the reconciliation service next door. `current` is the page that it stands on, if it is one of these. */
export function pageTop(baseUrl: string, current?: (typeof PLACES)[number]['id']): SafeHtml {
  const links = PLACES.map(({ id, path, text }) => (id === current ? html`<li><a href="${baseUrl}${path}" aria-current="page">${text}</a></li>` : html`<li><a href="${baseUrl}${path}">${text}</a></li>`));
  return html`<header><img src="${baseUrl}/logo.svg" alt=""><nav aria-label="Service"><ul>${links}</ul></nav></header>`;
}

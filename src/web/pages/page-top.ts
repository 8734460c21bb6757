import { html, type SafeHtml } from '../../foundation/escape-html.js';

/** The bar at the top where there are projects: to their list, and to the reconciliation service next door. */
export function pageTop(baseUrl: string): SafeHtml {
  return html`<header><img src="${baseUrl}/logo.svg" alt=""><nav aria-label="Service"><a href="${baseUrl}/">Projects</a> · <a href="${baseUrl}/about">Reconciliation service</a></nav></header>`;
}

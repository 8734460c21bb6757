import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { pageFrame } from './page-frame.js';

/** An error for a person: what happened and what to do. Small enough for the frame of a preview. */
export function errorPage(error: SameasError, status: number, baseUrl: string): SafeHtml {
  const heading = status === 404 ? 'Not found' : status >= 500 ? 'Something went wrong' : 'This request cannot be answered';
  const advice = error.advice === undefined ? undefined : html`<p>${error.advice}</p>`;
  const body = html`<main><h1>${heading}</h1><p>${error.message}</p>${advice}<p><a href="${baseUrl}/about">About this service</a></p></main>`;
  return pageFrame({ title: heading, body, baseUrl, size: 'small' });
}

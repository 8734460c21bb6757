import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { Words } from '../../messages/words.js';
import { placeQuery, type ReviewPlace } from '../../review/review-place.js';

const PARTS = [
  { id: 'overview', path: '', text: 'Overview' },
  { id: 'review', path: '/review', text: 'Review' },
  { id: 'table', path: '/table', text: 'Table' },
  { id: 'history', path: '/history', text: 'History' },
  { id: 'measure', path: '/measure', text: 'Measure' },
] as const;

/** Links between the pages of a run. Who reviews, and in which window, goes along; what is filtered does not. */
export function runNavigation(
  address: string,
  current: (typeof PARTS)[number]['id'],
  { say }: Words,
  place?: ReviewPlace,
): SafeHtml {
  const links = PARTS.map(({ id, path, text }) => {
    const query =
      place === undefined || id === 'overview' || id === 'measure'
        ? ''
        : `?${placeQuery({ ...place, filter: id === 'review' ? { state: 'open' } : {} })}`;
    return id === current
      ? html`<li><a href="${address}${path}${query}" aria-current="page">${say(text)}</a></li>`
      : html`<li><a href="${address}${path}${query}">${say(text)}</a></li>`;
  });
  return html`<nav class="parts" aria-label="${say('This table')}"><ul>${links}</ul></nav>`;
}

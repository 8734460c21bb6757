import { html, SafeHtml } from '../../foundation/escape-html.js';
import type { CachePolicy, PageScript, Reply } from '../reply.js';
import { FRAME_STYLE, PAGE_STYLE } from './page-style.js';

/** The parts of the service, in the order of the navigation. */
const PLACES = [
  { id: 'try', path: '/', text: 'Try' },
  { id: 'browse', path: '/browse', text: 'Browse' },
  { id: 'match', path: '/runs', text: 'Match a table' },
  { id: 'projects', path: '/projects', text: 'Projects' },
  { id: 'about', path: '/about', text: 'About the dataset' },
  { id: 'docs', path: '/docs', text: 'Documentation' },
] as const;

/** A part of the service that the navigation leads to. */
export type Place = (typeof PLACES)[number]['id'];

/** What every page of the service has around it. */
export interface PageFrame {
  readonly title: string;
  readonly body: SafeHtml;
  /** Absolute address of the service, no slash at the end. */
  readonly baseUrl: string;
  /** small: for a frame inside somebody else's page, without the navigation. */
  readonly size: 'full' | 'small';
  /** The part of the service that the page belongs to, if it belongs to one. */
  readonly place?: Place;
  /** Scripts that the page loads. */
  readonly scripts?: readonly PageScript[];
  /** After which the browser asks again by itself. */
  readonly reloadSeconds?: number;
}

/** A whole document with its style inside, which works in a frame that allows nothing, scripts included. */
export function pageFrame({ title, body, baseUrl, size, place, scripts = [], reloadSeconds }: PageFrame): SafeHtml {
  const reload = reloadSeconds === undefined ? undefined : html`\n<meta http-equiv="refresh" content="${reloadSeconds}">`;
  const loaded = scripts.map(({ address }) => html`\n<script type="module" src="${address}"></script>`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${reload}
<title>${title}</title>
<link rel="icon" href="${baseUrl}/logo.svg" type="image/svg+xml">
<style>${new SafeHtml(size === 'small' ? FRAME_STYLE : PAGE_STYLE)}</style>${loaded}
</head>
<body class="${size}">
${size === 'full' ? pageTop(baseUrl, place) : undefined}
${body}
</body>
</html>
`;
}

/** The reply with that document. */
export function pageReply(page: PageFrame, cache: CachePolicy, status = 200): Reply {
  return { kind: 'page', html: pageFrame(page).text, cache, status, ...(page.scripts === undefined ? {} : { scripts: page.scripts }) };
}

/** The bar at the top, the same on every page. */
function pageTop(baseUrl: string, current: Place | undefined): SafeHtml {
  const links = PLACES.map(({ id, path, text }) => (id === current ? html`<li><a href="${baseUrl}${path}" aria-current="page">${text}</a></li>` : html`<li><a href="${baseUrl}${path}">${text}</a></li>`));
  return html`<header><img src="${baseUrl}/logo.svg" alt=""><nav aria-label="Main"><ul>${links}</ul></nav></header>`;
}

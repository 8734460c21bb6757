import { html, SafeHtml } from '../../foundation/escape-html.js';
import { LANGUAGES, type Words } from '../messages/words.js';
import type { CachePolicy, PageScript, Reply, Site } from '../exchange.js';

/** Parts of the service, in the order of the navigation. */
const PLACES = [
  { id: 'datasets', path: '/', text: 'Datasets', of: 'service' },
  { id: 'all', path: '/all/', text: 'All datasets', of: 'service' },
  { id: 'try', path: '/', text: 'Try', of: 'dataset' },
  { id: 'browse', path: '/browse', text: 'Browse', of: 'dataset' },
  { id: 'match', path: '/runs', text: 'Match a table', of: 'dataset' },
  { id: 'projects', path: '/projects', text: 'Projects', of: 'service' },
  { id: 'about', path: '/about', text: 'About the dataset', of: 'dataset' },
  { id: 'docs', path: '/docs', text: 'Documentation', of: 'service' },
] as const;

export type Place = (typeof PLACES)[number]['id'];

interface PageFrame {
  readonly title: string;
  readonly body: SafeHtml;
  /** Absolute address of the dataset of the page, or of the service; no slash at the end. */
  readonly baseUrl: string;
  readonly site: Site;
  readonly words: Words;
  /** small: for a frame inside a foreign page, without the navigation. */
  readonly size: 'full' | 'small';
  readonly place?: Place;
  readonly scripts?: readonly PageScript[];
  /** Seconds after which the browser reloads. */
  readonly reloadSeconds?: number;
}

/** A whole document with its style inside, which works in a frame that allows nothing, scripts included. */
export function pageFrame({
  title,
  body,
  baseUrl,
  site,
  words,
  size,
  place,
  scripts = [],
  reloadSeconds,
}: PageFrame): SafeHtml {
  const reload =
    reloadSeconds === undefined ? undefined : html`\n<meta http-equiv="refresh" content="${reloadSeconds}">`;
  const loaded = scripts.map(({ address }) => html`\n<script type="module" src="${address}"></script>`);
  return html`<!doctype html>
<html lang="${words.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${reload}
<title>${title}</title>
<link rel="icon" href="${site.serviceUrl}/logo.svg">
<style>${new SafeHtml(site.look[size])}</style>${loaded}
</head>
<body class="${size}">
${size === 'full' ? pageTop({ baseUrl, site, words, place }) : undefined}
${body}${size === 'full' ? languageForm(site.serviceUrl, words) : undefined}${scripts.length === 0 ? undefined : scriptWords(words)}
</body>
</html>
`;
}

/** The page as a reply. */
export function pageReply(page: PageFrame, cache: CachePolicy, status = 200): Reply {
  return {
    kind: 'page',
    html: pageFrame(page).text,
    cache,
    status,
    ...(page.scripts === undefined ? {} : { scripts: page.scripts }),
  };
}

/** The bar at the top, the same on every page of a dataset. A dataset among others begins with a link to them. */
function pageTop({
  baseUrl,
  site: { serviceUrl, shows },
  words: { say },
  place,
}: Pick<PageFrame, 'baseUrl' | 'site' | 'words'> & { readonly place: Place | undefined }): SafeHtml {
  const shown = PLACES.filter(({ id, of }) =>
    shows === 'all datasets'
      ? of === 'service'
      : shows === 'one of several'
        ? id !== 'all'
        : id !== 'all' && id !== 'datasets',
  );
  const links = shown.map(({ id, path, text, of }) => {
    const address = `${of === 'service' ? serviceUrl : baseUrl}${path}`;
    return id === place
      ? html`<li><a href="${address}" aria-current="page">${say(text)}</a></li>`
      : html`<li><a href="${address}">${say(text)}</a></li>`;
  });
  return html`<header><img src="${serviceUrl}/logo.svg" alt=""><nav aria-label="${say('Main')}"><ul>${links}</ul></nav></header>`;
}

/** The choice of another language; redirects to the referring page. */
function languageForm(serviceUrl: string, { say, language }: Words): SafeHtml {
  const buttons = Object.entries(LANGUAGES).map(([id, name]) =>
    id === language
      ? html`<li aria-current="true">${name}</li>`
      : html`<li><button name="to" value="${id}" lang="${id}">${name}</button></li>`,
  );
  return html`<form class="languages" action="${serviceUrl}/language" method="post"><nav aria-label="${say('Language')}"><ul>${buttons}</ul></nav></form>`;
}

/** Messages of the page's scripts. */
function scriptWords({ say }: Words): SafeHtml {
  return html`<template id="words" data-copied="${say('Copied')}" data-selected="${say('Selected: press Ctrl+C')}" data-busy="${say('The service is busy. Type on, or try again in a moment.')}" data-unanswered="${say('This cannot be answered. Try another name.')}" data-unreachable="${say('The service cannot be reached. Check that it is running.')}" data-lost="${say('The service cannot be reached, and the judgment was not taken. Check that it is running, then try again.')}" data-untaken="${say('The judgment was not taken. Try again.')}"></template>`;
}

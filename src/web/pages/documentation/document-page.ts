import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { RenderedDocument } from '../../documentation/render-markdown.js';
import type { Exchange, Reply } from '../../exchange.js';
import type { Message } from '../../../foundation/message.js';
import { pageReply } from '../page-frame.js';

/** Documents on one subject. */
export interface ListedGroup {
  readonly title: Message;
  readonly documents: readonly { readonly name: string; readonly title: string }[];
}

/** With fewer headings a document has no table of contents. */
const FEW_HEADINGS = 4;

/** All documents, and the description of the API. */
export function documentListPage({ baseUrl, site, words }: Exchange, groups: readonly ListedGroup[]): Reply {
  const list = ({ title, documents }: ListedGroup): SafeHtml =>
    html`<h2>${words.say(title)}</h2><ul lang="en">${documents.map((document) => html`<li><a href="${baseUrl}/docs/${document.name}">${document.title}</a></li>`)}</ul>`;
  const body = html`<main>
<h1>${words.say('Documentation')}</h1>
<p class="summary">${words.say('It is part of the service and needs no internet.')}</p>
<p>${words.html('{api}: every address of this service, with its parameters and answers, to try out.', { api: html`<a href="${baseUrl}/api">API</a>` })}</p>
${groups.map(list)}
</main>`;
  return pageReply(
    { title: words.say('Documentation'), body, baseUrl, site, words, size: 'full', place: 'docs' },
    'checked',
  );
}

/** The page of a document. */
export function documentPage(
  { baseUrl, site, words: { say }, words }: Exchange,
  { html: content, title, headings }: RenderedDocument,
): Reply {
  const contents =
    headings.length < FEW_HEADINGS
      ? undefined
      : html`<details class="contents"><summary>${say('On this page')}</summary><ul lang="en">${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></details>`;
  const body = html`<main>
<nav aria-label="${say('Documentation')}"><p><a href="${baseUrl}/docs">${say('Documentation')}</a></p></nav>
${contents}
<article class="document" lang="en">${content}</article>
</main>`;
  return pageReply(
    { title: `${title} · ${say('Documentation')}`, body, baseUrl, site, words, size: 'full', place: 'docs' },
    'checked',
  );
}

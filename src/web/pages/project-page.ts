import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { viewAddressOf } from '../commands/project-view.js';
import type { Words } from '../messages/words.js';
import { formatCount } from './format-count.js';
import { pageFrame } from './page-frame.js';
import { projectFacets, viewForms } from './project-facets.js';
import { historyList, projectForms } from './project-forms.js';
import type { ProjectPageContent, ShownCell } from './project-content.js';
import { toldSentence } from './told-sentence.js';

/** Characters of a cell; exports hold them all. */
const MAX_SHOWN_LENGTH = 1_000;
/** After which a page of a project that is being worked on is loaded again. */
const RELOAD_SECONDS = 3;

const EXPORT_FORMATS = ['csv', 'tsv', 'xlsx', 'xls', 'ods', 'html'];

/** Columns and rows of a project, facets, filter and order, its history, and forms to change it, to export and to delete it. */
export function projectPage(content: ProjectPageContent): SafeHtml {
  const { baseUrl, site, words, view, name, columnNames, totalRows, filtered, underWay, failures, facets } = content;
  const { say } = words;
  const work = underWay.map(
    ({ description, progress }) =>
      html`<p role="status">
        ${toldSentence(description, words)}
        <progress max="100" value="${progress}" aria-label="${say('Under way')}"></progress>
      </p>`,
  );
  const shown =
    filtered === totalRows
      ? undefined
      : html`<p class="decision">
          ${say('{n} of {all} rows', { n: formatCount(filtered), all: formatCount(totalRows) })}
          <a href="${baseUrl}/project?project=${view.project}">${say('Show all rows')}</a>
        </p>`;
  const table = html`${shown}${paging(content)}${rowTable(content)}${paging(content)}`;
  const body = html`<main class="wide">
    <h1 dir="auto">${name}</h1>
    <p class="summary">
      ${words.count(totalRows, '{n} row', '{n} rows')}, ${words.count(columnNames.length, '{n} column', '{n} columns')}.
      ${words.html('Project {id}', { id: html`<code>${view.project}</code>` })}
    </p>
    ${work}${failures.map((message) => html`<p class="fault" role="alert">${toldSentence(message, words)}</p>`)}
    ${viewForms(content)}
    ${
      facets.length === 0
        ? table
        : html`<div class="beside">
            <div>${table}</div>
            ${projectFacets(content)}
          </div>`
    }
    <h2>${say('Export')}</h2>
    <ul class="chips">
      ${EXPORT_FORMATS.map((format) => exportLink(content, format))}
    </ul>
    ${historyList(content)} ${projectForms(content)}
  </main>`;
  return pageFrame({
    title: name,
    body,
    baseUrl,
    site,
    words,
    size: 'full',
    place: 'projects',
    ...(underWay.length > 0 && { reloadSeconds: RELOAD_SECONDS }),
  });
}

function rowTable({ words, rows, columnNames }: ProjectPageContent): SafeHtml {
  const { say } = words;
  if (rows.length === 0) return html`<p>${say('There are no rows here.')}</p>`;
  const headings = columnNames.map((column) => html`<th scope="col" dir="auto">${column}</th>`);
  const lines = rows.map(
    ({ index, starred, flagged, cells }) =>
      html`<tr>
        <th scope="row" class="number">
          ${index + 1}${starred ? mark('★', say('starred')) : undefined}${flagged ? mark('⚑', say('flagged')) : undefined}
        </th>
        ${cells.map((cell) => cellHtml(cell, words))}
      </tr>`,
  );
  return html`<div class="scroll" role="region" aria-label="${say('Rows')}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">${say('Row')}</th>
          ${headings}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}

function mark(sign: string, meaning: string): SafeHtml {
  return html` <span role="img" aria-label="${meaning}" title="${meaning}">${sign}</span>`;
}

function cellHtml({ text, kind, match }: ShownCell, { say }: Words): SafeHtml {
  if (kind === 'nothing') return html`<td></td>`;
  const shown =
    text.length <= MAX_SHOWN_LENGTH
      ? text
      : `${text.slice(0, MAX_SHOWN_LENGTH)}… (${say('{n} characters', { n: formatCount(text.length) })})`;
  if (kind === 'error') return html`<td dir="auto"><em>${say('Error: {message}', { message: shown })}</em></td>`;
  return match === undefined
    ? html`<td dir="auto">${shown}</td>`
    : html`<td dir="auto">
        ${shown} <span class="summary">= <bdi>${match}</bdi></span>
      </td>`;
}

function paging({
  baseUrl,
  words: { say },
  view,
  rows,
  filtered,
  nextPageStart,
  previousPageEnd,
}: ProjectPageContent): SafeHtml | undefined {
  if (nextPageStart === undefined && previousPageEnd === undefined) return undefined;
  const previous =
    previousPageEnd === undefined
      ? undefined
      : html`<a href="${viewAddressOf(baseUrl, view)}&amp;end=${previousPageEnd}">${say('Previous')}</a>`;
  const next =
    nextPageStart === undefined
      ? undefined
      : html`<a href="${viewAddressOf(baseUrl, view, nextPageStart)}">${say('Next')}</a>`;
  return html`<nav aria-label="${say('Pages')}">
    <p class="paging">
      <span>${say('{n} of {all} rows', { n: formatCount(rows.length), all: formatCount(filtered) })}</span> ${previous}
      ${next}
    </p>
  </nav>`;
}

function exportLink({ baseUrl, view, name, csrfToken, isStrict }: ProjectPageContent, format: string): SafeHtml {
  const file = `${name.replace(/[\\/:*?"<>|\s]+/g, '-')}.${format}`;
  const token = isStrict ? `&csrf_token=${csrfToken}` : '';
  return html`<li>
    <a
      href="${baseUrl}/command/core/export-rows/${encodeURIComponent(file)}?project=${view.project}&amp;format=${format}${token}"
      >${format}</a
    >
  </li>`;
}

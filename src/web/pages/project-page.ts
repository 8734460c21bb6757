import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { formatCount } from './format-count.js';
import type { Words } from '../messages/words.js';
import { pageFrame } from './page-frame.js';

/** One cell as it is shown. */
export interface ShownCell {
  readonly text: string;
  readonly kind: 'value' | 'error' | 'nothing';
  /** The name of the entity that the cell was matched with. */
  readonly match?: string;
}

export interface ShownRow {
  /** From 0. */
  readonly index: number;
  readonly starred: boolean;
  readonly flagged: boolean;
  readonly cells: readonly ShownCell[];
}

export interface ProjectPageContent {
  readonly baseUrl: string;
  readonly words: Words;
  readonly id: string;
  readonly name: string;
  readonly columnNames: readonly string[];
  readonly rows: readonly ShownRow[];
  readonly totalRows: number;
  /** The first row of this page, from 0. */
  readonly start: number;
  readonly limit: number;
  /** What was done, oldest first. */
  readonly history: readonly string[];
  /** For links to exports, where one is needed. */
  readonly csrfToken: string | undefined;
}

/** Characters of a cell; exports hold them all. */
const MAX_SHOWN_LENGTH = 1_000;

const EXPORT_FORMATS = ['csv', 'tsv', 'xlsx', 'xls', 'ods', 'html'];

/** Columns and a page of rows of a project, with links to the other pages and to exports. */
export function projectPage(content: ProjectPageContent): SafeHtml {
  const { baseUrl, words, id, name, columnNames, rows, totalRows, history } = content;
  const { say } = words;
  const headings = columnNames.map((column) => html`<th scope="col">${column}</th>`);
  const lines = rows.map(
    ({ index, starred, flagged, cells }) =>
      html`<tr><th scope="row" class="number">${index + 1}${starred ? mark('★', say('starred')) : undefined}${flagged ? mark('⚑', say('flagged')) : undefined}</th>${cells.map((cell) => cellHtml(cell, words))}</tr>`,
  );
  const table =
    rows.length === 0
      ? html`<p>${say('There are no rows here.')}</p>`
      : html`<div class="scroll" role="region" aria-label="${say('Rows')}" tabindex="0"><table><thead><tr><th scope="col" class="number">${say('Row')}</th>${headings}</tr></thead><tbody>${lines}</tbody></table></div>`;
  const body = html`<main class="wide">
<h1>${name}</h1>
<p class="summary">${words.count(totalRows, '{n} row', '{n} rows')}, ${words.count(columnNames.length, '{n} column', '{n} columns')}. ${words.html('Project {id}', { id: html`<code>${id}</code>` })}</p>
${paging(content)}
${table}
${paging(content)}
<h2>${say('Export')}</h2>
<ul class="chips">${EXPORT_FORMATS.map((format) => exportLink(content, format))}</ul>
${history.length === 0 ? undefined : html`<h2>${say('History')}</h2><ol lang="en">${history.map((entry) => html`<li>${entry}</li>`)}</ol>`}
</main>`;
  return pageFrame({ title: name, body, baseUrl, words, size: 'full', place: 'projects' });
}

function mark(sign: string, meaning: string): SafeHtml {
  return html` <span role="img" aria-label="${meaning}" title="${meaning}">${sign}</span>`;
}

function cellHtml({ text, kind, match }: ShownCell, { say }: Words): SafeHtml {
  if (kind === 'nothing') return html`<td></td>`;
  const shown = text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}… (${say('{n} characters', { n: formatCount(text.length) })})`;
  if (kind === 'error') return html`<td><em>${say('Error: {message}', { message: shown })}</em></td>`;
  return match === undefined ? html`<td>${shown}</td>` : html`<td>${shown} <span class="summary">= ${match}</span></td>`;
}

function paging({ baseUrl, words: { say }, id, start, limit, rows, totalRows }: ProjectPageContent): SafeHtml | undefined {
  if (totalRows <= limit && start === 0) return undefined;
  const link = (from: number, text: string): SafeHtml => html`<a href="${baseUrl}/project?project=${id}&amp;start=${from}&amp;limit=${limit}">${text}</a>`;
  const previous = start > 0 ? link(Math.max(0, start - limit), say('Previous')) : undefined;
  const next = start + limit < totalRows ? link(start + limit, say('Next')) : undefined;
  const [first, last] = [formatCount(start + 1), formatCount(start + rows.length)];
  const shown = rows.length === 0 ? say('There are no rows here.') : say('{first} to {last} of {all}', { first, last, all: formatCount(totalRows) });
  return html`<nav aria-label="${say('Pages')}"><p>${shown} ${previous} ${next}</p></nav>`;
}

function exportLink({ baseUrl, id, name, csrfToken }: ProjectPageContent, format: string): SafeHtml {
  const file = `${name.replace(/[\\/:*?"<>|\s]+/g, '-')}.${format}`;
  const token = csrfToken === undefined ? '' : `&csrf_token=${csrfToken}`;
  return html`<li><a href="${baseUrl}/command/core/export-rows/${encodeURIComponent(file)}?project=${id}&amp;format=${format}${token}">${format}</a></li>`;
}

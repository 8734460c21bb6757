import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { type ProjectView, viewAddressOf, viewParameters, type ChosenValue } from '../commands/project-view.js';
import type { Words } from '../messages/words.js';
import type { Reply, Site } from '../exchange.js';
import { formatCount, formatTime } from './format-values.js';
import { pageFrame } from './page-frame.js';
import { pageScript } from './page-script.js';
import { localisedSentence, localisedFault } from './localised-sentence.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';

/** Values of a facet shown at once. */
const VALUES_SHOWN = 15;

const MAX_VALUES = 200;

/** Characters of a cell; exports have them all. */
const MAX_SHOWN_LENGTH = 1_000;
/** Seconds between reloads of a project with background work. */
const FOLLOW_SECONDS = 1;

const EXPORT_FORMATS = ['csv', 'tsv', 'xlsx', 'xls', 'ods', 'html'];

/**
 * Columns and rows of a project, facets, filter and order, its history, and forms to change it, to export and to delete
 * it.
 */
export function projectPage(content: ProjectPageContent): Extract<Reply, { readonly kind: 'page' }> {
  const { baseUrl, site, words, view, name, columnNames, totalRows, filtered, underWay, failures, facets } = content;
  const { say } = words;
  const work = underWay.map(
    ({ description, progress }) =>
      html`<p role="status">${localisedSentence(description, words)} <progress max="100" value="${progress}" aria-label="${say('Under way')}"></progress></p>`,
  );
  const shown =
    filtered === totalRows
      ? undefined
      : html`<p class="decision">${say('{n} of {all} rows', { n: formatCount(filtered), all: formatCount(totalRows) })} <a href="${baseUrl}/project?project=${view.project}">${say('Show all rows')}</a></p>`;
  const table = html`${shown}${paging(content)}${rowTable(content)}${paging(content)}`;
  const follow = underWay.length === 0 ? html`` : html` data-follow="${FOLLOW_SECONDS}"`;
  const again =
    underWay.length === 0
      ? undefined
      : html`<p><a href="${viewAddressOf(baseUrl, view)}">${say('Show progress')}</a></p>`;
  const body = html`<main${follow}>
<h1 dir="auto">${name}</h1>
<div data-part="work"><p class="summary">${words.count(totalRows, '{n} row', '{n} rows')}, ${words.count(columnNames.length, '{n} column', '{n} columns')}. ${words.html('Project {id}', { id: html`<code>${view.project}</code>` })}</p>
${work}${again}${failures.map((message) => html`<p class="fault" role="alert">${localisedSentence(message, words)}</p>`)}</div>
${viewForms(content)}
<div data-part="rows">${reconciledPart(content)}${facets.length === 0 ? table : html`<div class="beside"><div>${table}</div>${projectFacets(content)}</div>`}
${exportPart(content)}
${historyList(content)}</div>
${projectForms(content)}
</main>`;
  return {
    kind: 'page',
    html: pageFrame({
      title: name,
      body,
      baseUrl,
      site,
      words,
      size: 'full',
      place: 'projects',
      scripts: [pageScript(baseUrl)],
    }).text,
    cache: 'never',
    scripts: [pageScript(baseUrl)],
  };
}

/** Cells of each reconciled column by decision, and a link to those without one. */
function reconciledPart({ baseUrl, words, view, reconciled }: ProjectPageContent): SafeHtml | undefined {
  const { say } = words;
  if (reconciled.length === 0) return undefined;
  const lines = reconciled.map(({ column, matched, made, undecided }) => {
    const open = say('{n} without a decision', { n: formatCount(undecided) });
    const shown =
      undecided === 0
        ? html`${open}`
        : html`<a href="${viewAddressOf(baseUrl, { ...view, undecided: column })}"${view.undecided === column ? html` aria-current="true"` : html``}>${open}</a>`;
    return html`<li><bdi>${column}</bdi>: ${say('{n} matched', { n: formatCount(matched) })}, ${say('{n} new', { n: formatCount(made) })}, ${shown}</li>`;
  });
  return html`<h2>${say('Reconciled columns')}</h2><ul>${lines}</ul>`;
}

function rowTable(content: ProjectPageContent): SafeHtml {
  const { words, rows, columnNames, cellIndexes, address, csrfToken } = content;
  const { say } = words;
  if (rows.length === 0) return html`<p>${say('There are no rows here.')}</p>`;
  const headings = columnNames.map((column) => html`<th scope="col" dir="auto">${column}</th>`);
  const lines = rows.map(
    ({ index, starred, flagged, cells }) =>
      html`<tr><th scope="row" class="number">${index + 1}${starred ? mark('★', say('starred')) : undefined}${flagged ? mark('⚑', say('flagged')) : undefined}</th>${cells.map((cell, place) => cellHtml(cell, { row: index, cell: cellIndexes[place] ?? 0 }, words))}</tr>`,
  );
  const table = html`<div class="scroll" role="region" aria-label="${say('Rows')}" tabindex="0"><table><thead><tr><th scope="col" class="number">${say('Row')}</th>${headings}</tr></thead><tbody>${lines}</tbody></table></div>`;
  return content.reconciled.length === 0
    ? table
    : html`<form class="judge" action="${address}" method="post"><input type="hidden" name="action" value="judge"><input type="hidden" name="csrf_token" value="${csrfToken}">${table}</form>`;
}

function mark(sign: string, meaning: string): SafeHtml {
  return html` <span role="img" aria-label="${meaning}" title="${meaning}">${sign}</span>`;
}

interface CellPlace {
  readonly row: number;
  readonly cell: number;
}

function cellHtml({ text, kind, match, isNew, candidates }: ShownCell, at: CellPlace, { say }: Words): SafeHtml {
  if (kind === 'nothing') return html`<td></td>`;
  const shown =
    text.length <= MAX_SHOWN_LENGTH
      ? text
      : `${text.slice(0, MAX_SHOWN_LENGTH)}… (${say('{n} characters', { n: formatCount(text.length) })})`;
  if (kind === 'error') return html`<td dir="auto"><em>${say('Error: {message}', { message: shown })}</em></td>`;
  const takenBack = decision(at, { judgment: 'none' }, html`${say('Take back')}`);
  if (match !== undefined)
    return html`<td dir="auto">${shown} <span class="summary">= <bdi>${match}</bdi></span> ${takenBack}</td>`;
  if (isNew === true) return html`<td dir="auto">${shown} <span class="summary">${say('New')}</span> ${takenBack}</td>`;
  if (candidates === undefined) return html`<td dir="auto">${shown}</td>`;
  const buttons = candidates.map(({ id, name, types, score }) =>
    decision(
      at,
      { judgment: 'matched', id, name, types: types.join(','), score: String(score) },
      html`= <bdi>${name}</bdi> <code>${id}</code>`,
    ),
  );
  return html`<td dir="auto">${shown} <span class="actions">${buttons}${decision(at, { judgment: 'new' }, html`${say('New')}`)}</span></td>`;
}

function decision(at: CellPlace, judged: Readonly<Record<string, string>>, text: SafeHtml): SafeHtml {
  const value = new URLSearchParams({ row: String(at.row), cell: String(at.cell), ...judged }).toString();
  return html`<button class="second" name="judge" value="${value}">${text}</button>`;
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
  return html`<nav aria-label="${say('Pages')}"><p class="paging"><span>${say('{n} of {all} rows', { n: formatCount(rows.length), all: formatCount(filtered) })}</span> ${previous} ${next}</p></nav>`;
}

/**
 * Exports. Reconciled columns are text and, in a column of their own, the id; OpenRefine's own way is the name of the
 * entity alone.
 */
function exportPart({ baseUrl, words, view, name, reconciled, csrfToken, isStrict }: ProjectPageContent): SafeHtml {
  const { say } = words;
  const plainName = name.replace(/[\\/:*?"<>|\s]+/g, '-');
  const token = isStrict ? `&csrf_token=${csrfToken}` : '';
  const options =
    reconciled.length === 0 ? '' : `&options=${encodeURIComponent('{"idColumns":true,"outputBlankRows":false}')}`;
  const link = (format: string): SafeHtml =>
    html`<li><a href="${baseUrl}/command/core/export-rows/${encodeURIComponent(`${plainName}.${format}`)}?project=${view.project}&amp;format=${format}${options}${token}">${format}</a></li>`;
  const archive = encodeURIComponent(`${plainName}.openrefine.tar.gz`);
  return html`<h2>${say('Export')}</h2>
<ul class="chips">${EXPORT_FORMATS.map(link)}<li><a href="${baseUrl}/command/core/export-project/${archive}?project=${view.project}">${say('OpenRefine project, with its history')}</a></li></ul>${
    reconciled.length === 0
      ? undefined
      : html`
<p>${say('A column with ids follows each reconciled column, whose texts stay unchanged.')}</p>`
  }`;
}

/** Facets of the view, their values with links that choose or unchoose them. */
function projectFacets(content: ProjectPageContent): SafeHtml {
  return html`<aside aria-label="${content.words.say('Narrow down')}">${content.facets.map((facet) => facetList(content, facet))}</aside>`;
}

function facetList(
  { baseUrl, words: { say }, view }: ProjectPageContent,
  { column, choices, blanks, tooMany }: ShownFacet,
): SafeHtml {
  const without: ProjectView = {
    ...view,
    facets: view.facets.filter((one) => one !== column),
    choices: view.choices.filter((one) => one.column !== column),
    blanks: view.blanks.filter((one) => one !== column),
  };
  const line = (text: SafeHtml, count: number, isChosen: boolean, to: ProjectView): SafeHtml =>
    html`<li><a href="${viewAddressOf(baseUrl, to)}"${isChosen ? html` aria-current="true"` : html``}>${isChosen ? '✓ ' : ''}${text}</a> <span class="number">${formatCount(count)}</span></li>`;
  const values = [...choices]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_VALUES)
    .map(({ value, text, count, isChosen }) =>
      line(html`<bdi>${text}</bdi>`, count, isChosen, {
        ...view,
        choices: isChosen
          ? view.choices.filter((one) => one.column !== column || one.value !== value)
          : [...view.choices, { column, value }],
      }),
    );
  const isBlankChosen = view.blanks.includes(column);
  const blank =
    blanks === 0 && !isBlankChosen
      ? []
      : [
          line(html`${say('(blank)')}`, blanks, isBlankChosen, {
            ...view,
            blanks: isBlankChosen ? view.blanks.filter((one) => one !== column) : [...view.blanks, column],
          }),
        ];
  const lines = [...blank, ...values];
  const more =
    lines.length <= VALUES_SHOWN
      ? undefined
      : html`<details><summary>${say('{n} more', { n: formatCount(lines.length - VALUES_SHOWN) })}</summary><ul class="facet">${lines.slice(VALUES_SHOWN)}</ul></details>`;
  const list =
    tooMany === undefined
      ? html`<ul class="facet">${lines.slice(0, VALUES_SHOWN)}</ul>${more}`
      : html`<p>${say('{n} different values are too many to list.', { n: formatCount(tooMany) })}</p>`;
  return html`<h2 dir="auto">${column} <a href="${viewAddressOf(baseUrl, without)}" aria-label="${say('Remove {text}', { text: column })}">×</a></h2>${list}`;
}

/** Forms for a facet, a text filter, and an order. */
function viewForms({ baseUrl, words: { say }, view, columnNames }: ProjectPageContent): SafeHtml {
  const columns = (chosen: string | undefined): readonly SafeHtml[] =>
    columnNames.map((column) =>
      column === chosen ? html`<option selected>${column}</option>` : html`<option>${column}</option>`,
    );
  const hidden = (kept: ProjectView): readonly SafeHtml[] =>
    viewParameters(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const { filter, sort } = view;
  const option = (value: string, text: string, isChosen: boolean): SafeHtml =>
    isChosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`;
  return html`<details${view.facets.length > 0 || filter !== undefined || sort !== undefined ? html` open` : html``}><summary>${say('Facets, filter and order')}</summary>
<form action="${baseUrl}/project" method="get">${hidden(view)}<label>${say('Count the values of')} <select name="facet">${columns(undefined)}</select></label><button class="second">${say('Add facet')}</button></form>
<form action="${baseUrl}/project" method="get">${hidden({ ...view, filter: undefined })}<label>${say('Rows in which')} <select name="in">${columns(filter?.column)}</select></label><label>${say('holds')} <input name="filter" value="${filter?.text ?? ''}" dir="auto"></label><button class="second">${say('Filter')}</button></form>
<form action="${baseUrl}/project" method="get">${hidden({ ...view, sort: undefined })}<label>${say('Sort by')} <select name="sort"><option value="">–</option>${columns(sort?.column)}</select></label><label>${say('as')} <select name="as">${option('string', say('text'), sort?.as !== 'number')}${option('number', say('number'), sort?.as === 'number')}</select></label><label>${say('Order')} <select name="order">${option('', say('Ascending'), sort?.isDescending !== true)}${option('down', say('Descending'), sort?.isDescending === true)}</select></label><button class="second">${say('Sort')}</button></form></details>`;
}

/** Done and undone changes, with links to their states. */
function historyList(content: ProjectPageContent): SafeHtml | undefined {
  const { words, past, future } = content;
  const { say } = words;
  if (past.length + future.length === 0) return undefined;
  const entry = (
    { id, description, time }: ProjectPageContent['past'][number],
    button: SafeHtml | undefined,
  ): SafeHtml =>
    html`<li>${localisedSentence(description, words)} <span class="summary">${formatTime(time)}</span> ${button === undefined ? undefined : html`<button class="second" name="entry" value="${id}">${button}</button>`}</li>`;
  const before =
    past.length === 0
      ? undefined
      : html`<li>${say('Beginning')} <button class="second" name="entry" value="0">${say('Undo everything')}</button></li>`;
  return html`<h2>${say('History')}</h2>${postForm(content, 'history', html`<ol class="history">${before}${past.map((one, i) => entry(one, i === past.length - 1 ? undefined : html`${say('Undo what follows')}`))}${future.map((one) => entry(one, html`${say('Redo up to here')}`))}</ol>`)}`;
}

/** Forms that change the project: a recipe, reconciling a column, renaming, and deleting it. */
function projectForms(content: ProjectPageContent): SafeHtml {
  const { words, name, columnNames, services, sent, fault } = content;
  const { say } = words;
  const about = fault?.facts['parameter'];
  const message =
    fault === undefined
      ? undefined
      : html`<p class="fault whole" id="fault" role="alert">${localisedFault(fault, words)}</p>`;
  const invalid = (field: string): SafeHtml =>
    about === field ? html` aria-invalid="true" aria-describedby="fault"` : html``;
  const at = (field: string): SafeHtml | undefined =>
    about === field || (field === 'operations' && fault !== undefined && typeof about !== 'string')
      ? message
      : undefined;
  // One dataset needs no choice.
  const dataset =
    services.length < 2
      ? undefined
      : html`<label>${say('Dataset')} <select name="service">${services.map((one) => html`<option value="${one.service}">${one.name}</option>`)}</select></label>`;
  return html`<h2>${say('Reconcile a column with this service')}</h2>
${postForm(content, 'reconcile', html`<label>${say('Column')} <select name="column">${columnNames.map((column) => html`<option>${column}</option>`)}</select></label>${dataset}<button>${say('Reconcile')}</button>`)}
<h2>${say('Apply a recipe')}</h2>
${postForm(
  content,
  'recipe',
  html`${at('operations')}<label class="whole">${say('Operations as JSON, as OpenRefine extracts them')} <textarea name="operations" rows="5" spellcheck="false"${invalid('operations')}>
${sent.operations}</textarea></label><button>${say('Apply')}</button>`,
)}
<h2>${say('Rename')}</h2>
${postForm(content, 'rename', html`${at('name')}<label>${say('Name')} <input name="name" value="${sent.name === '' && about !== 'name' ? name : sent.name}"${invalid('name')}></label><button class="second">${say('Rename')}</button>`)}
<h2>${say('Delete')}</h2>
${postForm(content, 'delete', html`${at('sure')}<label class="tick"><input type="checkbox" name="sure" value="yes" required${invalid('sure')}> ${say('Delete the project with everything that belongs to it')}</label><button class="second">${say('Delete')}</button>`)}`;
}

function postForm({ baseUrl, view, csrfToken }: ProjectPageContent, action: string, fields: SafeHtml): SafeHtml {
  return html`<form action="${baseUrl}/project?project=${view.project}" method="post"><input type="hidden" name="action" value="${action}"><input type="hidden" name="csrf_token" value="${csrfToken}">${fields}</form>`;
}

export interface ShownCell {
  readonly text: string;
  readonly kind: 'value' | 'error' | 'nothing';
  readonly match?: string;
  /** Decided to mean something that the dataset does not hold. */
  readonly isNew?: boolean;
  /** Best first, of an undecided cell. */
  readonly candidates?: readonly ShownCandidate[];
}

interface ShownCandidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly score: number;
}

/** A reconciled column: cells by decision. */
interface ShownReconciled {
  readonly column: string;
  readonly matched: number;
  readonly made: number;
  readonly undecided: number;
}

interface ShownRow {
  /** From 0. */
  readonly index: number;
  readonly starred: boolean;
  readonly flagged: boolean;
  readonly cells: readonly ShownCell[];
}

interface ShownFacet {
  readonly column: string;
  readonly choices: readonly {
    readonly value: ChosenValue;
    readonly text: string;
    readonly count: number;
    readonly isChosen: boolean;
  }[];
  readonly blanks: number;
  /** Number of values where they are too many to list. */
  readonly tooMany: number | undefined;
}

interface ShownEntry {
  readonly id: number;
  readonly description: Sentence;
  readonly time: string;
}

export interface ProjectPageContent {
  readonly baseUrl: string;
  /** Address of this page: a decision redirects to it. */
  readonly address: string;
  readonly site: Site;
  readonly words: Words;
  readonly view: ProjectView;
  readonly name: string;
  readonly columnNames: readonly string[];
  readonly cellIndexes: readonly number[];
  readonly reconciled: readonly ShownReconciled[];
  readonly rows: readonly ShownRow[];
  readonly totalRows: number;
  readonly filtered: number;
  /** End of this page; `undefined` on the last one. */
  readonly nextPageStart: number | undefined;
  readonly previousPageEnd: number | undefined;
  readonly facets: readonly ShownFacet[];
  /** Done changes, oldest first, and undone ones, next first. */
  readonly past: readonly ShownEntry[];
  readonly future: readonly ShownEntry[];
  readonly underWay: readonly { readonly description: Sentence; readonly progress: number }[];
  readonly failures: readonly Sentence[];
  /** Error of a sent form, and its values. */
  readonly fault: SameasError | undefined;
  readonly sent: { readonly name: string; readonly operations: string };
  /** Services of this program that can reconcile a column, one a dataset. */
  readonly services: readonly { readonly name: string; readonly service: string }[];
  readonly csrfToken: string;
  readonly isStrict: boolean;
}

import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { viewAddressOf, viewParameters, type ProjectView } from '../commands/project-view.js';
import { formatCount } from './format-count.js';
import type { ProjectPageContent, ShownFacet } from './project-content.js';

/** Values of a facet that are shown at once. */
const VALUES_SHOWN = 15;
const MOST_VALUES = 200;

/** The facets that were asked for, each with its values as links that choose them or take them back. */
export function projectFacets(content: ProjectPageContent): SafeHtml {
  return html`<aside aria-label="${content.words.say('Narrow down')}">
    ${content.facets.map((facet) => facetList(content, facet))}
  </aside>`;
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
    html`<li>
      <a href="${viewAddressOf(baseUrl, to)}" ${isChosen ? html` aria-current="true"` : html``}
        >${isChosen ? '✓ ' : ''}${text}</a
      >
      <span class="number">${formatCount(count)}</span>
    </li>`;
  const values = [...choices]
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_VALUES)
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
      : html`<details>
          <summary>${say('{n} more', { n: formatCount(lines.length - VALUES_SHOWN) })}</summary>
          <ul class="facet">
            ${lines.slice(VALUES_SHOWN)}
          </ul>
        </details>`;
  const list =
    tooMany === undefined
      ? html`<ul class="facet">
            ${lines.slice(0, VALUES_SHOWN)}
          </ul>
          ${more}`
      : html`<p>${say('{n} different values are too many to list.', { n: formatCount(tooMany) })}</p>`;
  return html`<h2 dir="auto">
      ${column}
      <a href="${viewAddressOf(baseUrl, without)}" aria-label="${say('Remove {text}', { text: column })}">×</a>
    </h2>
    ${list}`;
}

/** Forms for a facet, a text to filter by, and an order. */
export function viewForms({ baseUrl, words: { say }, view, columnNames }: ProjectPageContent): SafeHtml {
  const columns = (chosen: string | undefined): readonly SafeHtml[] =>
    columnNames.map((column) =>
      column === chosen ? html`<option selected>${column}</option>` : html`<option>${column}</option>`,
    );
  const hidden = (kept: ProjectView): readonly SafeHtml[] =>
    viewParameters(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
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

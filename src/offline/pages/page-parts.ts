import { type SafeHtml, html } from '../../foundation/escape-html.js';
import { ROW_REASONS } from '../../input/row-summary.js';
import { ROW_STATES } from '../../review/row-states.js';
import type { Words } from '../../web/messages/words.js';
import { formatCount } from '../../web/pages/format-values.js';
import { certaintyPart } from '../../web/pages/review/matching-progress.js';
import { judgedRow } from '../../web/pages/review/judged-row.js';
import { listColumnFields, listColumns, sentences } from '../../web/pages/list-columns.js';
import { type MatchedTable, type OpenedList, type RowToReview, columnsOf } from '../table-matching.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { localisedFault, localisedSentence } from '../../web/pages/localised-sentence.js';
import type { InputTable } from '../../input/open-input.js';
import { columnField } from '../../web/pages/review/column-field.js';

/** Results of matching, the button that saves them, and the next row to review, if any. */
export function matchedPart(
  words: Words,
  matched: MatchedTable,
  { report }: OpenedList,
  row: RowToReview | undefined,
): SafeHtml {
  const { say } = words;
  const { table, notes } = matched;
  const counts = matched.counts();
  const states = (['automatic', 'open', 'unlikely', 'person'] as const).map(
    (state) => html`<dt>${sentenceCase(say(ROW_STATES[state]))}</dt><dd>${formatCount(counts[state])}</dd>`,
  );
  return html`<h1 dir="auto">${table.file}</h1>
<p class="summary">${say('All {n} rows are matched against {dataset}.', { n: formatCount(table.rows.length), dataset: report.name })}</p>
<dl class="counts" data-renewed>${states}${counts.failed === 0 ? undefined : html`<dt>${sentenceCase(say('could not be asked'))}</dt><dd>${formatCount(counts.failed)}</dd>`}</dl>
<p><button data-do="save">${say('Save the table')}</button> <button class="second" data-do="back">${say('Change columns and match again')}</button> <button class="second" data-do="restart">${say('Choose other files')}</button></p>
<div data-renewed>${certaintyPart(matched.certainty(), words)}</div>
${sentences(say('Learned from the table'), notes, words)}
<h2>${say('Review')}</h2>
<div id="review" data-review data-renewed aria-live="polite">${row === undefined ? nothingLeft(words, matched) : rowPart(words, matched, row)}</div>
<details class="keys"><summary>${say('Keys')}</summary><p><kbd>1</kbd>–<kbd>9</kbd> ${say('accept a candidate')} · <kbd>N</kbd> ${say('none of these')} · <kbd>S</kbd> ${say('skip')} · <kbd>U</kbd> ${say('undo')}</p></details>`;
}

function nothingLeft(words: Words, matched: MatchedTable): SafeHtml {
  const { say } = words;
  const { unlikely } = matched.counts();
  return html`<p>${say('Nothing is left to review here.')}</p>${unlikely === 0 ? undefined : html`<p><button class="second" data-do="unlikely">${words.count(unlikely, '{n} row is probably not in the dataset', '{n} rows are probably not in the dataset')}</button></p>`}<form data-do="judge"><input type="hidden" name="row" value="0">${undoButton(say('Undo'), matched)}</form>`;
}

function undoButton(text: string, matched: MatchedTable): SafeHtml | undefined {
  return matched.canUndo()
    ? html`<button class="second" name="decision" value="undo" data-key="u">${text} <kbd>U</kbd></button>`
    : undefined;
}

function rowPart(words: Words, matched: MatchedTable, shown: RowToReview): SafeHtml {
  const { say } = words;
  const { table } = matched;
  const { row, answered, summary, candidates, same } = shown;
  const { query, properties } = columnsOf(table);
  const cells = table.headings.flatMap((heading, column) => {
    const text = answered.row.cells[column] ?? '';
    const isCompared = properties.some((one) => one.column === column);
    return column === query || (text === '' && !isCompared) ? [] : [{ column, heading, text, isCompared }];
  });
  const offered = candidates.map((shownCandidate, i) => {
    const { id, name } = shownCandidate.candidate;
    return {
      ...shownCandidate,
      name: html`<bdi>${name}</bdi>`,
      actions: html`<button name="decision" value="match" data-id="${id}" data-key="${i + 1}">${say('Accept')} <kbd>${i + 1}</kbd></button>`,
    };
  });
  const heading = table.headings[query] ?? say('Name');
  const judged = { heading, text: answered.row.text, cells, candidates: offered, problem: answered.problem };
  return html`<p class="summary">${say('Row {n}', { n: formatCount(row + 1) })} · ${say(ROW_REASONS[summary.reason])}</p>
<form class="judge" data-do="judge"><input type="hidden" name="row" value="${row}">${judgedRow(judged, words)}
${same === 0 ? undefined : html`<label class="tick"><input type="checkbox" name="alone" value="yes"> ${words.count(same, 'This row alone; {n} other row has the same values and is judged with it', 'This row alone; {n} other rows have the same values and are judged with it')}</label>`}
<p class="actions foot"><button class="second" name="decision" value="none" data-key="n">${say('None of these')} <kbd>N</kbd></button> <button class="second" name="decision" value="skip" data-key="s">${say('Skip')} <kbd>S</kbd></button> ${undoButton(say('Undo'), matched)}</p></form>`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Two places for files, and the error of the last ones. */
export function filesPart(words: Words, fault?: SameasError): SafeHtml {
  const { say } = words;
  const place = (name: string, title: string): SafeHtml =>
    html`<fieldset data-drop="${name}"><legend>${title}</legend><label>${say('Drop a file here, or choose one')} <input type="file" name="${name}" required></label></fieldset>`;
  return html`<h1>${say('Match a table')}</h1>
<p class="summary">${say('Joins a table with a list by names, though they are written differently. Everything stays in this page: nothing is sent anywhere.')}</p>
${fault === undefined ? undefined : html`<p class="fault" role="alert">${localisedFault(fault, words)}</p>`}
<form class="door" data-do="files">${place('table', `1 · ${say('Your table')}`)}${place('list', `2 · ${say('The list to match it with')}`)}
<p><button>${say('Read the files')}</button></p>
<p class="summary">${say('CSV, TSV, JSON, JSON lines, Excel or OpenDocument, each also gzipped or alone in a zip archive.')}</p></form>`;
}

/** Long work, whose text and bar the page updates; `canStop`: with a button that ends it. */
export function progressPart({ say }: Words, text: string, canStop = false): SafeHtml {
  return html`<p id="progress" role="status">${text}</p><p><progress id="bar" aria-labelledby="progress"></progress></p>${canStop ? html`<p><button class="second" data-do="stop">${say('Cancel')}</button></p>` : undefined}`;
}

const MAX_COLUMNS = 60;

/** The columns of the table and of the dataset with their detected roles, and the button that begins matching. */
export function columnsPart(
  words: Words,
  table: InputTable,
  { file, report, snapshot }: OpenedList,
  fault?: SameasError,
): SafeHtml {
  const { say } = words;
  const { properties } = snapshot.dataset;
  const columns = columnsOf(table);
  const { counts, inferred } = report;
  return html`<h1 dir="auto">${table.file}</h1>
<p class="summary">${words.count(table.rows.length, '{n} row', '{n} rows')}. ${localisedSentence(table.notes.slice(0, 1), words)}</p>
${fault === undefined ? undefined : html`<p class="fault" role="alert">${localisedFault(fault, words)}</p>`}
<form class="columns" data-do="match">
${table.headings.slice(0, MAX_COLUMNS).map((heading, column) => columnField(columns, { heading, column }, properties, words))}
<p><button>${words.count(table.rows.length, 'Match {n} row', 'Match {n} rows')}</button> <button type="button" class="second" data-do="restart">${say('Choose other files')}</button></p></form>
${sentences(say('What was recognised'), table.notes, words)}
<h2 dir="auto">${file}</h2>
<p class="summary">${words.count(counts.entities, '{n} entity', '{n} entities')}${counts.rejected === 0 ? undefined : html` · ${words.count(counts.rejected, '{n} row left out', '{n} rows left out')}`}</p>
${listColumns(report.columns, words)}
<form class="columns" data-do="list">${listColumnFields(report.columns, words)}<p><button class="second">${say('Read the list with these columns')}</button></p></form>
${sentences(say('What was recognised'), inferred, words)}`;
}

/** Form to choose the column of names. */
export function unclearColumnPart({ say }: Words, file: string, headings: readonly string[]): SafeHtml {
  return html`<h1 dir="auto">${file}</h1><form class="columns" data-do="names"><label>${say('Which column holds the names?')} <select name="names">${headings.map((heading) => html`<option>${heading}</option>`)}</select></label><p><button>${say('Use this column')}</button> <button type="button" class="second" data-do="restart">${say('Choose other files')}</button></p></form>`;
}

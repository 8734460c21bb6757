import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { InputTable } from '../../input/open-input.js';
import type { Words } from '../../web/messages/words.js';
import { listColumnFields, listColumns, sentences } from '../../web/pages/list-columns.js';
import { columnField } from '../../web/pages/review/column-field.js';
import { localisedFault, localisedSentence } from '../../web/pages/localised-sentence.js';
import { columnsOf, type OpenedList } from '../table-matching.js';

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

import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { ROW_REASONS } from '../../input/row-summary.js';
import { ROW_STATES } from '../../review/row-states.js';
import type { Words } from '../../web/messages/words.js';
import { formatCount } from '../../web/pages/format-count.js';
import { certaintyPart } from '../../web/pages/review/certainty-part.js';
import { judgedRow } from '../../web/pages/review/judged-row.js';
import { sentences } from '../../web/pages/list-columns.js';
import { columnsOf, type MatchedTable, type OpenedList, type RowToReview } from '../table-matching.js';

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
${sentences(say('What the table taught'), notes, words)}
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
${same === 0 ? undefined : html`<label class="tick"><input type="checkbox" name="alone" value="yes"> ${words.count(same, 'This row alone; {n} other row says the same and is judged with it', 'This row alone; {n} other rows say the same and are judged with it')}</label>`}
<p class="actions foot"><button class="second" name="decision" value="none" data-key="n">${say('None of these')} <kbd>N</kbd></button> <button class="second" name="decision" value="skip" data-key="s">${say('Skip')} <kbd>S</kbd></button> ${undoButton(say('Undo'), matched)}</p></form>`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { ReviewedRow } from '../../../review/matching-run.js';
import { ROW_REASONS } from '../../../input/row-summary.js';
import { ROW_STATES } from '../../../review/row-states.js';
import { bulkOffers, CANDIDATE_COUNTS } from '../../../review/select-rows.js';
import type { Message } from '../../../foundation/message.js';
import type { Words } from '../../messages/words.js';
import type { Reply } from '../../exchange.js';
import { placeQuery, type ReviewPlace } from '../../review/review-place.js';
import type { RunExchange } from '../../review/runs-web.js';
import { formatCount, formatPercent } from '../format-values.js';
import { pageScript } from '../page-script.js';
import { viewAddress } from '../value-list.js';
import { changedColumns } from './column-field.js';
import { placeFields, runFrame } from './run-frame.js';

/** Probabilities, in percent, from which rows can be accepted at once. */
const BULK: readonly number[] = [99, 95, 90, 80, 70, 50, 30, 10];

export interface RowsContent {
  readonly place: ReviewPlace;
  readonly rows: readonly ReviewedRow[];
  /** Rows of the filter, and the place of the first shown one. */
  readonly total: number;
  readonly start: number;
  readonly pageSize: number;
  /** The bulk judgment just made, and the one just undone. */
  readonly judged?: SafeHtml | undefined;
  readonly undone?: SafeHtml | undefined;
}

/** Rows of a run with their matches, filters, and bulk judgments. */
export function rowsPage(asked: RunExchange, content: RowsContent): Reply {
  const { exchange } = asked;
  const { place } = content;
  const { words } = exchange;
  const body = html`${content.judged === undefined ? undefined : judgedAtOnce(asked, place, content.judged)}
${content.undone === undefined ? undefined : html`<p role="status">${words.html('Taken back: {judgment}', { judgment: content.undone })}</p>`}
${changedColumns(asked)}
${filterForm(asked, place)}
<div id="rows" class="live">${rowsTable(asked, content)}</div>`;
  return runFrame(asked, { part: 'table', body, place, scripts: [pageScript(exchange.baseUrl)] });
}

/** The number of rows of the filter, and a table of some of them. */
export function rowsTable(asked: RunExchange, content: RowsContent): SafeHtml {
  const { run, address, exchange } = asked;
  const { words } = exchange;
  const { say } = words;
  const { place, rows, total, start } = content;
  const count = html`<p class="summary" role="status">${say('{n} of {all} rows', { n: formatCount(total), all: formatCount(run.matchedRows) })}</p>`;
  if (rows.length === 0) return html`${count}<p>${say('No row matches these filters.')}</p>`;
  return html`${count}<div class="scroll long" role="region" aria-label="${say('Rows')}" tabindex="0" data-long="${address}/table?${placeQuery(place)}" data-total="${total}" data-start="${start}"><table><thead><tr><th scope="col" class="number">${say('Row')}</th><th scope="col" dir="auto">${run.record.headings[run.record.columns.query] ?? say('Name')}</th><th scope="col">${say('Means')}</th><th scope="col">${say('Decided')}</th><th scope="col" class="score">${say('Probability')}</th><th scope="col">${say('Reason')}</th></tr></thead><tbody>${rowLines(asked, content)}</tbody></table></div>
${paging(address, content, words)}
${bulkForm(asked, place)}`;
}

function judgedAtOnce({ exchange: { words }, address }: RunExchange, place: ReviewPlace, judged: SafeHtml): SafeHtml {
  return html`<form class="judge" action="${address}/judge" method="post">${placeFields(place)}<input type="hidden" name="back" value="table"><p role="status">${judged} <button class="second" name="decision" value="undo">${words.say('Undo')}</button></p></form>`;
}

/** Rows alone, for the script that shows them while a user scrolls. */
export function rowLines(asked: RunExchange, { rows, place }: RowsContent): readonly SafeHtml[] {
  return rows.map((row) => rowLine(asked, row, place));
}

function filterForm(
  {
    run,
    address,
    exchange: {
      words: { say },
    },
  }: RunExchange,
  { filter, by, tab }: ReviewPlace,
): SafeHtml {
  const option = (value: string, text: string, isChosen: boolean): SafeHtml =>
    isChosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`;
  const options = (texts: Readonly<Record<string, Message>>, chosen: string | undefined): readonly SafeHtml[] =>
    Object.entries(texts).map(([value, text]) => option(value, say(text), value === chosen));
  const percent = (value: number | undefined): string =>
    value === undefined ? '' : String(Math.round(value * 1000) / 10);
  const columns = run.record.headings.map((heading, column) =>
    option(String(column), heading, column === filter.cells?.column),
  );
  const whole = filter.cells?.isWhole === true ? html` checked` : undefined;
  return html`<form action="${address}/table" method="get" data-live="rows" data-part="table"><input type="hidden" name="tab" value="${tab}"><input type="hidden" name="by" value="${by}"><label>${say('Rows')} <select name="state"><option value="">${say('all')}</option>${options(ROW_STATES, filter.state)}</select></label><label>${say('Reason')} <select name="reason"><option value="">${say('any')}</option>${options(ROW_REASONS, filter.reason)}</select></label><label>${say('Candidates')} <select name="candidates"><option value="">${say('any')}</option>${options(CANDIDATE_COUNTS, filter.candidates)}</select></label><label>${say('Probability from (%)')} <input name="min" inputmode="decimal" value="${percent(filter.atLeast)}"></label><label>${say('to (%)')} <input name="max" inputmode="decimal" value="${percent(filter.atMost)}"></label><label>${say('Text in the row')} <input name="text" type="search" value="${filter.cells?.text ?? ''}"></label><label>${say('Column')} <select name="column"><option value="">${say('any')}</option>${columns}</select></label><label class="tick"><input type="checkbox" name="whole" value="yes"${whole}> ${say('Whole cell')}</label><button class="second">${say('Filter')}</button></form>`;
}

function rowLine(
  { exchange: { baseUrl, words }, run, address }: RunExchange,
  { row, question, answer }: ReviewedRow,
  place: ReviewPlace,
): SafeHtml {
  const { say } = words;
  const outcome = run.outcome(row);
  const summary = run.summary(row);
  const top = answer.candidates[0];
  const means =
    outcome?.kind === 'none'
      ? html`<em>${say('not in the dataset')}</em>`
      : outcome !== undefined
        ? html`<a href="${viewAddress(outcome.id, baseUrl)}"><bdi>${outcome.name}</bdi></a>`
        : top === undefined
          ? html`–`
          : html`<span class="summary">${words.html('perhaps {name}', { name: html`<bdi>${top.name}</bdi>` })}</span>`;
  const decided =
    outcome === undefined
      ? ''
      : outcome.person === undefined
        ? say('automatically')
        : outcome.person.by || say('by a person');
  return html`<tr><th scope="row" class="number"><a href="${address}/review?${placeQuery(place, { row })}" aria-label="${say('Review row {n}', { n: row + 1 })}">${row + 1}</a></th><td dir="auto">${question.text}</td><td>${means}</td><td>${decided}</td><td class="score">${top === undefined ? '' : formatPercent(summary?.probability)}</td><td>${summary === undefined ? '' : say(ROW_REASONS[summary.reason])}</td></tr>`;
}

function paging(
  address: string,
  { place, start, pageSize, total, rows }: RowsContent,
  { say }: Words,
): SafeHtml | undefined {
  if (total <= rows.length) return undefined;
  const link = (to: number, text: string): SafeHtml =>
    html`<a href="${address}/table?${placeQuery(place, { page: to })}">${text}</a>`;
  const page = Math.floor(start / pageSize);
  return html`<nav aria-label="${say('Pages')}" data-short><p class="paging"><span>${say('{first} to {last} of {all}', { first: formatCount(start + 1), last: formatCount(start + rows.length), all: formatCount(total) })}</span> ${page > 0 ? link(page - 1, say('Previous')) : undefined} ${start + rows.length < total ? link(page + 1, say('Next')) : undefined}</p></nav>`;
}

/** Bulk judgments for the rows of the filter: on undecided ones, and undoing judged ones. */
function bulkForm({ exchange: { words }, run, address }: RunExchange, place: ReviewPlace): SafeHtml | undefined {
  const { say } = words;
  const { accept, reject, none, judged } = bulkOffers(
    run,
    place.filter,
    BULK.map((percent) => percent / 100),
  );
  if (none.rows + judged === 0) return undefined;
  const line = (what: string | SafeHtml, rows: number, errors: string, button: SafeHtml): SafeHtml | undefined =>
    rows === 0
      ? undefined
      : html`<tr><td>${what}</td><td class="number">${formatCount(rows)}</td><td class="number">${errors}</td><td>${button}</td></tr>`;
  const decide = (decision: string, text: string): SafeHtml =>
    html`<button class="second" name="decision" value="${decision}">${text}</button>`;
  const accepting = accept.map(({ rows, expectedErrors }, i) => {
    const percent = BULK[i] ?? 0;
    return line(
      say('probability from {percent} %', { percent }),
      rows,
      expectedErrors.toFixed(1),
      html`<button class="second" name="atLeast" value="${percent}" aria-label="${say('Accept {n} rows of at least {percent} percent', { n: rows, percent })}">${say('Accept')}</button>`,
    );
  });
  const lines = [
    ...accepting,
    line(say('first candidate'), reject.rows, reject.inDataset.toFixed(1), decide('reject', say('Reject'))),
    line(say('not in the dataset'), none.rows, `≥ ${none.inDataset.toFixed(1)}`, decide('none', say('None of these'))),
    line(say('decided by a person'), judged, '', decide('clear', say('Take back'))),
  ].filter((one) => one !== undefined);
  return html`<h2>${say('Judge many at once')}</h2><form action="${address}/bulk" method="post">${placeFields(place)}<table><thead><tr><th scope="col">${say('Which')}</th><th scope="col" class="number">${say('Rows')}</th><th scope="col" class="number">${say('Expected errors')}</th><th scope="col"><span class="unseen">${say('Judge')}</span></th></tr></thead><tbody>${lines}</tbody></table></form><p class="summary">${say('This judges the undecided rows that the filter shows. The history takes any of it back.')}</p>`;
}

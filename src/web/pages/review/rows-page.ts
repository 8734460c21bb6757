import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { ReviewedRow } from '../../../review/matching-run.js';
import { ROW_REASONS } from '../../../review/row-summary.js';
import { ROW_STATES } from '../../../review/row-states.js';
import { bulkOffers } from '../../../review/select-rows.js';
import type { Reply } from '../../reply.js';
import { placeQuery, type ReviewPlace } from '../../review/review-place.js';
import type { RunExchange } from '../../review/run-context.js';
import { formatCount } from '../format-count.js';
import { formatPercent } from '../format-percent.js';
import { pageReply } from '../page-frame.js';
import { pageScript } from '../page-script.js';
import { viewAddress } from '../value-list.js';
import { runNavigation } from './run-navigation.js';

/** Probabilities, in percent, from which rows can be accepted at once. */
const BULK: readonly number[] = [99, 95, 90, 80, 70, 50, 30, 10];

/** A part of the table. */
export interface RowsContent {
  readonly place: ReviewPlace;
  readonly rows: readonly ReviewedRow[];
  /** Rows that the filter holds, and the place of the first shown among them. */
  readonly total: number;
  readonly start: number;
  readonly pageSize: number;
}

/** The rows of a run with what they mean, filters, and what can be accepted at once. */
export function rowsPage(asked: RunExchange, content: RowsContent): Reply {
  const { exchange, run, dataset, address } = asked;
  const { place } = content;
  const accepted = /^\d{1,9}$/.exec(exchange.parameters.get('accepted') ?? '')?.[0];
  const body = html`<main class="wide">
<h1 dir="auto">${run.record.name}</h1>
${runNavigation(address, 'table', place)}
${accepted === undefined ? undefined : html`<p role="status">Accepted ${accepted} ${accepted === '1' ? 'row' : 'rows'}.</p>`}
${filterForm(address, place)}
<div id="rows" class="live">${rowsTable(asked, content)}</div>
${bulkForm(asked, place)}
</main>`;
  return pageReply({ title: `Table · ${run.record.name} · ${dataset.metadata.name}`, body, baseUrl: exchange.baseUrl, size: 'full', place: 'match', scripts: [pageScript(exchange.baseUrl)] }, 'never');
}

/** How many rows the filter holds, and a table of some of them. */
export function rowsTable(asked: RunExchange, content: RowsContent): SafeHtml {
  const { run, address } = asked;
  const { place, rows, total, start } = content;
  const count = html`<p class="summary" role="status">${formatCount(total)} of ${formatCount(run.matchedRows)} rows</p>`;
  if (rows.length === 0) return html`${count}<p>No row is left by these filters.</p>`;
  return html`${count}<div class="scroll long" role="region" aria-label="Rows" tabindex="0" data-long="${address}/table?${placeQuery(place)}" data-total="${total}" data-start="${start}"><table><thead><tr><th scope="col" class="number">Row</th><th scope="col">${run.record.headings[run.record.columns.query] ?? 'Name'}</th><th scope="col">Means</th><th scope="col">Decided</th><th scope="col" class="score">Probability</th><th scope="col">Reason</th><th scope="col">Review</th></tr></thead><tbody>${rowLines(asked, content)}</tbody></table></div>
${paging(address, content)}`;
}

/** The rows alone, for the script that shows them while somebody scrolls. */
export function rowLines(asked: RunExchange, { rows, place }: RowsContent): readonly SafeHtml[] {
  return rows.map((row) => rowLine(asked, row, place));
}

function filterForm(address: string, { filter, by, tab }: ReviewPlace): SafeHtml {
  const options = (words: Readonly<Record<string, string>>, chosen: string | undefined): readonly SafeHtml[] => Object.entries(words).map(([value, text]) => (value === chosen ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`));
  const percent = (value: number | undefined): string => (value === undefined ? '' : String(Math.round(value * 1000) / 10));
  return html`<form action="${address}/table" method="get" data-live="rows" data-part="table"><input type="hidden" name="tab" value="${tab}"><input type="hidden" name="by" value="${by}"><label>Rows <select name="state"><option value="">all</option>${options(ROW_STATES, filter.state)}</select></label><label>Reason <select name="reason"><option value="">any</option>${options(ROW_REASONS, filter.reason)}</select></label><label>Probability from (%) <input name="min" inputmode="decimal" value="${percent(filter.atLeast)}"></label><label>to (%) <input name="max" inputmode="decimal" value="${percent(filter.atMost)}"></label><button class="second">Filter</button></form>`;
}

function rowLine({ exchange: { baseUrl }, run, address }: RunExchange, { row, question, answer }: ReviewedRow, place: ReviewPlace): SafeHtml {
  const outcome = run.outcome(row);
  const summary = run.summary(row);
  const top = answer.candidates[0];
  const means = outcome?.kind === 'none' ? html`<em>not in the dataset</em>` : outcome !== undefined ? html`<a href="${viewAddress(outcome.id, baseUrl)}"><bdi>${outcome.name}</bdi></a>` : top === undefined ? html`–` : html`<span class="summary">perhaps <bdi>${top.name}</bdi></span>`;
  const decided = outcome === undefined ? '' : outcome.person === undefined ? 'automatically' : outcome.person.by || 'by a person';
  return html`<tr><th scope="row" class="number">${row + 1}</th><td dir="auto">${question.text}</td><td>${means}</td><td>${decided}</td><td class="score">${top === undefined ? '' : formatPercent(summary?.probability)}</td><td>${summary === undefined ? '' : ROW_REASONS[summary.reason]}</td><td><a href="${address}/review?${placeQuery(place, { row })}" aria-label="Review row ${row + 1}">Review</a></td></tr>`;
}

function paging(address: string, { place, start, pageSize, total, rows }: RowsContent): SafeHtml | undefined {
  if (total <= rows.length) return undefined;
  const link = (to: number, text: string): SafeHtml => html`<a href="${address}/table?${placeQuery(place, { page: to })}">${text}</a>`;
  const page = Math.floor(start / pageSize);
  return html`<nav aria-label="Pages" data-short><p class="paging"><span>${formatCount(start + 1)} to ${formatCount(start + rows.length)} of ${formatCount(total)}</span> ${page > 0 ? link(page - 1, 'Previous') : undefined} ${start + rows.length < total ? link(page + 1, 'Next') : undefined}</p></nav>`;
}

function bulkForm({ run, address }: RunExchange, { by, tab }: ReviewPlace): SafeHtml | undefined {
  const offers = bulkOffers(run, BULK.map((percent) => percent / 100)).flatMap((offer, i) => (offer.rows === 0 ? [] : [{ percent: BULK[i] ?? 0, offer }]));
  if (offers.length === 0) return undefined;
  const lines = offers.map(
    ({ percent, offer }) => html`<tr><td class="number">${percent}\u202f%</td><td class="number">${formatCount(offer.rows)}</td><td class="number">${offer.expectedErrors.toFixed(1)}</td><td><button class="second" name="atLeast" value="${percent}" aria-label="Accept ${offer.rows} rows of at least ${percent} percent">Accept</button></td></tr>`,
  );
  return html`<h2>Accept many at once</h2><form action="${address}/bulk" method="post"><input type="hidden" name="by" value="${by}"><input type="hidden" name="tab" value="${tab}"><table><thead><tr><th scope="col" class="number">Probability from</th><th scope="col" class="number">Rows to review</th><th scope="col" class="number">Expected errors</th><th scope="col"><span class="unseen">Accept</span></th></tr></thead><tbody>${lines}</tbody></table></form><p class="summary">Accepts the best candidate of each row that nobody has decided. Undo in the review takes all of it back.</p>`;
}

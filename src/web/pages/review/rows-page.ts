import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { ReviewedRow } from '../../../review/matching-run.js';
import { ROW_REASONS } from '../../../review/row-summary.js';
import { bulkOffer, ROW_STATES, type RowState } from '../../../review/select-rows.js';
import type { Reply } from '../../reply.js';
import { placeQuery, type ReviewPlace } from '../../review/review-place.js';
import type { RunExchange } from '../../review/run-context.js';
import { formatCount } from '../format-count.js';
import { formatPercent } from '../format-percent.js';
import { pageReply } from '../page-frame.js';
import { viewAddress } from '../value-list.js';
import { runNavigation } from './run-navigation.js';

/** Probabilities, in percent, from which rows can be accepted at once. */
const BULK: readonly number[] = [99, 95, 90, 80, 70, 50, 30, 10];

/** A page of the table. */
export interface RowsContent {
  readonly place: ReviewPlace;
  readonly rows: readonly ReviewedRow[];
  /** Rows that the filter holds. */
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly counts: Readonly<Record<RowState, number>>;
}

/** The rows of a run with what they mean, filters, and what can be accepted at once. */
export function rowsPage(asked: RunExchange, content: RowsContent): Reply {
  const { exchange, run, dataset, address } = asked;
  const { place, rows, total } = content;
  const accepted = /^\d{1,9}$/.exec(exchange.parameters.get('accepted') ?? '')?.[0];
  const table = rows.length === 0 ? html`<p>No row is left by these filters.</p>` : html`<div class="scroll" role="region" aria-label="Rows" tabindex="0"><table><thead><tr><th scope="col" class="number">Row</th><th scope="col">${run.record.headings[run.record.columns.query] ?? 'Name'}</th><th scope="col">Means</th><th scope="col">Decided</th><th scope="col" class="score">Probability</th><th scope="col">Reason</th><th scope="col">Review</th></tr></thead><tbody>${rows.map((row) => rowLine(asked, row, place))}</tbody></table></div>`;
  const body = html`<main class="wide">
<h1 dir="auto">${run.record.name}</h1>
${runNavigation(address, 'table', place)}
${accepted === undefined ? undefined : html`<p role="status">Accepted ${accepted} ${accepted === '1' ? 'row' : 'rows'}.</p>`}
${filterForm(address, place)}
<p class="summary">${formatCount(total)} of ${formatCount(run.matchedRows)} rows</p>
${table}
${paging(address, content)}
${bulkForm(asked, place)}
</main>`;
  return pageReply({ title: `Table · ${run.record.name} · ${dataset.metadata.name}`, body, baseUrl: exchange.baseUrl, size: 'full', place: 'match' }, 'never');
}

function filterForm(address: string, { filter, by, tab }: ReviewPlace): SafeHtml {
  const options = (words: Readonly<Record<string, string>>, chosen: string | undefined): readonly SafeHtml[] => Object.entries(words).map(([value, text]) => (value === chosen ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`));
  const percent = (value: number | undefined): string => (value === undefined ? '' : String(Math.round(value * 1000) / 10));
  return html`<form action="${address}/table" method="get"><input type="hidden" name="tab" value="${tab}"><input type="hidden" name="by" value="${by}"><label>Rows <select name="state"><option value="">all</option>${options(ROW_STATES, filter.state)}</select></label><label>Reason <select name="reason"><option value="">any</option>${options(ROW_REASONS, filter.reason)}</select></label><label>Probability from (%) <input name="min" inputmode="decimal" value="${percent(filter.atLeast)}"></label><label>to (%) <input name="max" inputmode="decimal" value="${percent(filter.atMost)}"></label><button class="second">Filter</button></form>`;
}

function rowLine({ exchange: { baseUrl }, run, address }: RunExchange, { row, question, answer }: ReviewedRow, place: ReviewPlace): SafeHtml {
  const outcome = run.outcome(row);
  const summary = run.summary(row);
  const top = answer.candidates[0];
  const means = outcome?.kind === 'none' ? html`<em>not in the dataset</em>` : outcome !== undefined ? html`<a href="${viewAddress(outcome.id, baseUrl)}"><bdi>${outcome.name}</bdi></a>` : top === undefined ? html`–` : html`<span class="summary">perhaps <bdi>${top.name}</bdi></span>`;
  const decided = outcome === undefined ? '' : outcome.person === undefined ? 'automatically' : outcome.person.by || 'by a person';
  return html`<tr><th scope="row" class="number">${row + 1}</th><td dir="auto">${question.text}</td><td>${means}</td><td>${decided}</td><td class="score">${top === undefined ? '' : formatPercent(summary?.probability)}</td><td>${summary === undefined ? '' : ROW_REASONS[summary.reason]}</td><td><a href="${address}/review?${placeQuery(place, { row })}" aria-label="Review row ${row + 1}">Review</a></td></tr>`;
}

function paging(address: string, { place, page, pageSize, total, rows }: RowsContent): SafeHtml | undefined {
  if (total <= pageSize) return undefined;
  const link = (to: number, text: string): SafeHtml => html`<a href="${address}/table?${placeQuery(place, { page: to })}">${text}</a>`;
  return html`<nav aria-label="Pages"><p>${formatCount(page * pageSize + 1)} to ${formatCount(page * pageSize + rows.length)} of ${formatCount(total)} ${page > 0 ? link(page - 1, 'Previous') : undefined} ${(page + 1) * pageSize < total ? link(page + 1, 'Next') : undefined}</p></nav>`;
}

function bulkForm({ run, address }: RunExchange, { by, tab }: ReviewPlace): SafeHtml | undefined {
  const offers = BULK.map((percent) => ({ percent, offer: bulkOffer(run, percent / 100) })).filter(({ offer }) => offer.rows.length > 0);
  if (offers.length === 0) return undefined;
  const lines = offers.map(
    ({ percent, offer }) => html`<tr><td class="number">${percent}\u202f%</td><td class="number">${formatCount(offer.rows.length)}</td><td class="number">${offer.expectedErrors.toFixed(1)}</td><td><button class="second" name="atLeast" value="${percent}" aria-label="Accept ${offer.rows.length} rows of at least ${percent} percent">Accept</button></td></tr>`,
  );
  return html`<h2>Accept many at once</h2><form action="${address}/bulk" method="post"><input type="hidden" name="by" value="${by}"><input type="hidden" name="tab" value="${tab}"><table><thead><tr><th scope="col" class="number">Probability from</th><th scope="col" class="number">Rows to review</th><th scope="col" class="number">Expected errors</th><th scope="col"><span class="unseen">Accept</span></th></tr></thead><tbody>${lines}</tbody></table></form><p class="summary">Accepts the best candidate of each row that nobody has decided. Undo in the review takes all of it back.</p>`;
}

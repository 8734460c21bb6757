import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { Reason } from '../../../scoring/candidate.js';
import type { Sentence } from '../../../foundation/sentence.js';
import type { ComparedCandidate } from '../../../review/compare-values.js';
import type { ReviewedRow } from '../../../review/matching-run.js';
import { ROW_REASONS } from '../../../input/row-summary.js';
import type { RowAnswer } from '../../../review/run-record.js';
import type { RowState } from '../../../review/row-states.js';
import type { Reply } from '../../exchange.js';
import { placeQuery, type ReviewPlace } from '../../review/review-place.js';
import type { RunExchange } from '../../review/runs-web.js';
import { entityField, fieldScript, pageScript } from '../page-script.js';
import { formatCount, formatTime } from '../format-values.js';
import { localisedSentence } from '../localised-sentence.js';
import { viewAddress } from '../value-list.js';
import { changedColumns } from './column-field.js';
import { placeFields, runFrame } from './run-frame.js';
import { judgedRow, type JudgedCandidate, type RowCell } from './judged-row.js';

interface ShownCandidate {
  readonly candidate: RowAnswer['candidates'][number];
  readonly compared: ComparedCandidate;
  readonly isRejected: boolean;
}

/** One row to judge, or none where all are judged. */
export type ReviewContent = { readonly place: ReviewPlace; readonly counts: Readonly<Record<RowState, number>> } & (
  | { readonly row: undefined }
  | {
      readonly row: ReviewedRow;
      readonly candidates: readonly ShownCandidate[];
      /** By the id of the candidate. */
      readonly reasons: ReadonlyMap<string, readonly Reason[]>;
      readonly group: readonly number[];
      /** The last judgment of this window, in words. */
      readonly last: SafeHtml | undefined;
    }
);

/** The page on which a person judges rows, or the part of it that changes from row to row. */
export function reviewPage(
  asked: RunExchange,
  content: ReviewContent,
  {
    isPart = false,
    message,
    undone,
    status = 200,
  }: {
    readonly isPart?: boolean;
    readonly message?: Sentence;
    readonly undone?: SafeHtml | undefined;
    readonly status?: number;
  } = {},
): Reply {
  const { exchange, address } = asked;
  const { words } = exchange;
  const { say } = words;
  const part = html`${message === undefined ? undefined : html`<p class="fault" role="alert">${localisedSentence(message, words)}</p>`}${undone === undefined ? undefined : html`<p data-said>${words.html('Taken back: {judgment}', { judgment: undone })}</p>`}${content.row === undefined ? nothingLeft(asked, content.place) : rowPart(asked, content)}`;
  if (isPart || (message !== undefined && exchange.parameters.get('part') === 'review'))
    return { kind: 'page', html: part.text, cache: 'never', status };
  const body = html`<p class="unseen" role="status" data-heard></p><div id="review" data-review>${part}</div>
${changedColumns(asked)}
<details class="keys"><summary>${say('Keys')}</summary><p><kbd>1</kbd>–<kbd>9</kbd> ${say('accept a candidate')} · <kbd>N</kbd> ${say('none of these')} · <kbd>S</kbd> <kbd>→</kbd> ${say('skip')} · <kbd>←</kbd> ${say('go back')} · <kbd>U</kbd> ${say('undo')} · <kbd>↑</kbd> <kbd>↓</kbd> ${say('go through the candidates')} · <kbd>/</kbd> ${say('search for another')}</p></details>
<form action="${address}/review" method="get">${placeFields(content.place, 'by')}<label>${say('Your name, to be kept with your judgments')} <input name="by" value="${content.place.by}" autocomplete="name"></label><button class="second">${say('Set name')}</button></form>`;
  return runFrame(asked, {
    part: 'review',
    body,
    place: content.place,
    scripts: [pageScript(exchange.baseUrl), fieldScript(exchange.baseUrl)],
    status,
  });
}

function nothingLeft({ exchange: { words }, run, address }: RunExchange, { tab, by }: ReviewPlace): SafeHtml {
  const { say } = words;
  const { unlikely } = run.counts();
  const rest =
    run.record.status === 'matching'
      ? html`<p>${say('The table is still being matched. Load the page again in a moment.')}</p>`
      : html`<p>${say('Nothing is left to review here.')}</p>${unlikely === 0 ? undefined : html`<p><a href="${address}/review?${placeQuery({ tab, by, filter: { state: 'unlikely' } })}">${words.count(unlikely, '{n} row is probably not in the dataset', '{n} rows are probably not in the dataset')}</a></p>`}`;

  return html`${rest}<p><a href="${address}">${say('Save the table')}</a> · <a href="${address}/measure">${say('Measure')}</a></p><form class="judge" action="${address}/judge" method="post"><input type="hidden" name="tab" value="${tab}"><input type="hidden" name="by" value="${by}"><button class="second" name="decision" value="undo" data-key="u">${say('Undo')} <kbd>U</kbd></button></form>`;
}

function rowPart(asked: RunExchange, content: Extract<ReviewContent, { readonly row: ReviewedRow }>): SafeHtml {
  const { exchange, run, address } = asked;
  const { words } = exchange;
  const { say } = words;
  const { row, candidates, reasons, place, counts, group, last } = content;
  const summary = run.summary(row.row);
  const decision =
    row.decision === undefined
      ? undefined
      : html`<p class="decision">${row.decision.by === '' ? say('Decided') : say('Decided by {person}', { person: row.decision.by })}, ${formatTime(row.decision.at)}: ${row.decision.kind === 'none' ? say('not in the dataset') : html`<bdi>${row.decision.name}</bdi>`}</p>`;
  const skip = placeQuery(place, { row: row.row, step: 'next' });
  const hidden = html`${placeFields(place)}<input type="hidden" name="row" value="${row.row}"><input type="hidden" name="version" value="${row.version}">`;
  const judged = {
    heading: run.record.headings[run.record.columns.query] ?? say('Name'),
    text: row.question.text,
    cells: otherCells(asked, row, place),
    candidates: candidates.map((shown, i) => judgedCandidate(asked, shown, reasons.get(shown.candidate.id) ?? [], i)),
    problem: row.answer.problem,
  };
  return html`${last === undefined ? undefined : html`<form class="judge" action="${address}/judge" method="post">${placeFields(place)}<p class="summary"><span data-said>${words.html('Just now: {judgment}', { judgment: last })}</span> <button class="second" name="decision" value="undo" data-key="u">${say('Undo')} <kbd>U</kbd></button></p></form>`}
<p class="summary">${say('Row {n}', { n: formatCount(row.row + 1) })} · ${say('{n} to review', { n: formatCount(counts.open) })} · ${say('{n} decided', { n: formatCount(counts.person + counts.none) })}${summary === undefined ? '' : ` · ${say(ROW_REASONS[summary.reason])}`}</p>
${decision}
<form class="judge" action="${address}/judge" method="post">${hidden}${judgedRow(judged, words)}
${group.length < 2 ? undefined : html`<label class="tick"><input type="checkbox" name="alone" value="yes"> ${words.count(group.length - 1, 'This row alone; {n} other row has the same values and is judged with it', 'This row alone; {n} other rows have the same values and are judged with it')}</label>`}
<p class="actions foot"><button class="second" name="decision" value="none" data-key="n">${say('None of these')} <kbd>N</kbd></button> <a class="button second" href="${address}/review?${skip}" data-key="s" data-step>${say('Skip')} <kbd>S</kbd></a></p></form>
<form class="judge other" action="${address}/judge" method="post">${hidden}${entityField({ label: say('Search for another entity'), attributes: html`strict`, plain: html`<label>${say('Identifier of another entity')} <input name="id" required></label>` })}<button name="decision" value="match" class="second">${say('Accept this entity')}</button></form>`;
}

/** The cells of a row but for its name; each links to the rows with the same value. */
function otherCells(
  {
    run,
    address,
    exchange: {
      words: { say },
    },
  }: RunExchange,
  { question }: ReviewedRow,
  place: ReviewPlace,
): readonly RowCell[] {
  const { query, properties } = run.record.columns;
  const sameCell = (text: string, column: number): string =>
    `${address}/table?${placeQuery({ ...place, filter: { cells: { text, column, isWhole: true } } })}`;
  return run.record.headings.flatMap((heading, column) => {
    const text = question.cells[column] ?? '';
    const isCompared = properties.some((one) => one.column === column);
    if (column === query || (text === '' && !isCompared)) return [];
    const link = html`<a href="${sameCell(text, column)}" title="${say('Rows with the same value')}">${text}</a>`;
    return [{ column, heading, text: text === '' ? '' : link, isCompared }];
  });
}

function judgedCandidate(
  { exchange: { baseUrl, words }, address }: RunExchange,
  { candidate, compared, isRejected }: ShownCandidate,
  reasons: readonly Reason[],
  i: number,
): JudgedCandidate {
  const { say } = words;
  const judge = `${address}/judge?id=${encodeURIComponent(candidate.id)}`;
  return {
    candidate,
    compared,
    reasons,
    isRejected,
    name: html`<a href="${viewAddress(candidate.id, baseUrl)}" target="_blank" rel="noopener"><bdi>${candidate.name}</bdi></a>`,
    actions: html`<button name="decision" value="match" data-key="${i + 1}" formaction="${judge}">${say('Accept')} <kbd>${i + 1}</kbd></button> <button name="decision" value="reject" class="second" formaction="${judge}">${say('Reject')}</button>`,
  };
}

import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { tallyOf } from '../../questions/answer-tally.js';
import type { AnsweredRow, RowCandidate } from '../../questions/answered-row.js';
import type { SentQuestions } from '../../questions/open-sent-questions.js';
import { queryFor } from '../../questions/read-question.js';
import { candidateSummary } from './candidate-summary.js';
import { explainAddress } from './explain-address.js';
import { formatCount } from './format-count.js';
import { pageFrame } from './page-frame.js';
import { viewAddress } from './value-list.js';

/** Rows that a page shows; the file has all of them. */
const MOST_SHOWN = 500;
const MOST_FAULTS = 20;

/** A table that was asked, with its answers. */
export interface AnsweredTable extends SentQuestions {
  readonly answered: readonly AnsweredRow[];
  /** What the table has taught, one sentence each. */
  readonly learned: readonly string[];
  readonly type: string | undefined;
  readonly column: string | undefined;
}

/** The answers, row by row, for a person to look through and to save. */
export function tableResultPage(answeredTable: AnsweredTable, dataset: Dataset, baseUrl: string): SafeHtml {
  const { table, answered, learned } = answeredTable;
  const shown = answered.slice(0, MOST_SHOWN);
  const body = html`<main class="wide">
<h1>${dataset.metadata.name}: what ${countOfNames(answered.length)} may mean</h1>
<p class="summary">${summaryOf(answered)}</p>
<ul class="summary">${table.notes.map((note) => html`<li>${note}</li>`)}</ul>
${learned.length === 0 ? undefined : html`<h2>Learned from this table</h2>
<ul class="summary">${learned.map((sentence) => html`<li>${sentence}</li>`)}</ul>`}
${faultList(table.unreadable)}
${saveForm(answeredTable, baseUrl)}
<p class="summary">Each score leads to its explanation.</p>
<table class="answers"><thead><tr><th scope="col">Name</th><th scope="col">Most likely</th><th scope="col" class="score">Score</th><th scope="col" class="result">Result</th><th scope="col">Others</th></tr></thead>
<tbody>${shown.map((one) => answerRow(one, answeredTable.type, dataset, baseUrl))}</tbody></table>
${answered.length > shown.length ? html`<p>and ${formatCount(answered.length - shown.length)} more, which the saved file has.</p>` : undefined}
<p><a href="${baseUrl}/table">Match another list</a></p>
</main>`;
  return pageFrame({ title: `${countOfNames(answered.length)} · ${dataset.metadata.name}`, body, baseUrl, size: 'full', place: 'match' });
}

function countOfNames(count: number): string {
  return count === 1 ? '1 name' : `${formatCount(count)} names`;
}

function summaryOf(answered: readonly AnsweredRow[]): string {
  const { matched, offered, empty, failed } = tallyOf(answered);
  return [
    `${formatCount(matched)} matched`,
    `${formatCount(offered)} with candidates to choose from`,
    `${formatCount(empty)} without any`,
    ...(failed === 0 ? [] : [`${formatCount(failed)} that could not be asked`]),
  ].join(' · ');
}

function faultList(faults: readonly { readonly line: number; readonly message: string }[]): SafeHtml | undefined {
  if (faults.length === 0) return undefined;
  const more = faults.length > MOST_FAULTS ? html`<li>and ${formatCount(faults.length - MOST_FAULTS)} more</li>` : undefined;
  return html`<h2>Lines that could not be read</h2><ul>${faults.slice(0, MOST_FAULTS).map(({ line, message }) => html`<li>Line ${line}: ${message}</li>`)}${more}</ul>`;
}

/** The same table once more, to be answered as a file, or for the names of another column. */
function saveForm({ table, text, type, column }: AnsweredTable, baseUrl: string): SafeHtml {
  const kept = (name: string, value: string | undefined): SafeHtml | undefined => (value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form action="${baseUrl}/table" method="post" enctype="multipart/form-data">${kept('names', text())}${kept('type', type)}${kept('mark', table.style.needsMark ? 'yes' : undefined)}${columnField(table) ?? kept('column', column)}<p>Save with all answers: <button name="as" value="xlsx">Excel</button> <button name="as" value="csv">CSV</button> <button name="as" value="tsv">TSV</button> <button name="as" value="jsonl">JSON lines</button></p></form>`;
}

/** Which column holds the names, for whoever sees that another one was taken; `undefined` where there is nothing to choose. */
function columnField({ headings, hasHeadings, queryColumn }: SentQuestions['table']): SafeHtml | undefined {
  if (!hasHeadings || headings.length < 2) return undefined;
  const options = headings.map((heading, i) => (i === queryColumn ? html`<option selected>${heading}</option>` : html`<option>${heading}</option>`));
  return html`<label>Column of the names <select name="column">${options}</select></label><button name="as" value="page" class="second">Match again</button>`;
}

function answerRow(answered: AnsweredRow, type: string | undefined, dataset: Dataset, baseUrl: string): SafeHtml {
  const { row, candidates, problem } = answered;
  const [first, ...others] = candidates;
  const name = html`<th scope="row" dir="auto">${row.text}</th>`;
  if (first === undefined) return html`<tr>${name}<td colspan="4">${problem ?? 'nothing found'}</td></tr>`;
  const why = html`<a href="${explainAddress(queryFor(row, { limit: candidates.length, type }), first.id, baseUrl)}">${first.score.toFixed(1)}</a>`;
  return html`<tr>${name}<td>${candidateLink(first, dataset, baseUrl)}</td><td class="score">${why}</td><td class="result">${first.match ? html`<strong class="match">match</strong>` : 'to choose'}</td><td>${othersList(others, dataset, baseUrl)}</td></tr>`;
}

function candidateLink({ id, name, type, description }: RowCandidate, dataset: Dataset, baseUrl: string): SafeHtml {
  const summary = candidateSummary(dataset, id);
  const types = type.map((one) => one.name).join(', ');
  // What stands for a description begins with the type.
  const about = description === undefined && summary !== '' ? summary : [types, summary].filter((text) => text !== '').join(' · ');
  return html`<a href="${viewAddress(id, baseUrl)}"><bdi>${name}</bdi></a>${about === '' ? undefined : html`<br><small dir="auto">${about}</small>`}`;
}

function othersList(others: readonly RowCandidate[], dataset: Dataset, baseUrl: string): SafeHtml | undefined {
  if (others.length === 0) return undefined;
  return html`<details><summary>${others.length === 1 ? '1 other' : html`${others.length} others`}</summary><ul>${others.map((other) => html`<li>${candidateLink(other, dataset, baseUrl)} (${other.score.toFixed(1)})</li>`)}</ul></details>`;
}

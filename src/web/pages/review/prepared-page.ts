import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { SameasError } from '../../../foundation/sameas-error.js';
import { untranslated } from '../../../foundation/sentence.js';
import type { AnsweredRow } from '../../../input/answered-row.js';
import { isPlausible } from '../../../scoring/decide.js';
import type { RunRecord } from '../../../review/run-record.js';
import type { Exchange, Reply } from '../../exchange.js';
import type { Words } from '../../messages/words.js';
import type { RunExchange } from '../../review/runs-web.js';
import { candidateSummary } from '../candidate-list.js';
import { formatCount, formatPercent } from '../format-values.js';
import { columnField } from './column-field.js';
import { pageReply } from '../page-frame.js';
import { localisedFault, localisedSentence } from '../localised-sentence.js';
import { viewAddress } from '../value-list.js';

const MAX_COLUMNS = 60;
const MAX_FAULTS = 20;
const MAX_TYPES = 100;

/** The recognised columns of a table, a preview of its first rows, and the button that begins. */
export function preparedPage(
  { exchange, run, dataset, address }: RunExchange,
  preview: readonly AnsweredRow[],
  fault?: SameasError,
): Reply {
  const { record } = run;
  const { baseUrl, site, words } = exchange;
  const { say } = words;
  const { query } = record.columns;
  // Name, match and certainty come first, before other columns.
  const others = record.headings.flatMap((_, column) => (column === query ? [] : [column])).slice(0, MAX_COLUMNS);
  const body = html`<main>
<h1 dir="auto">${record.name}</h1>
<p class="summary">${words.count(record.rowCount, '{n} row', '{n} rows')}. ${localisedSentence(record.notes.slice(0, 1), words)}</p>
${faultList(record.unreadable, words)}
<h2>${say('Columns')}</h2>
<form class="columns" action="${address}/columns" method="post">
${fault === undefined ? undefined : html`<p class="fault" role="alert">${localisedFault(fault, words)}</p>`}
${record.headings.slice(0, MAX_COLUMNS).map((heading, column) => columnField(record.columns, { heading, column }, dataset.properties, words))}
${typeField(record, dataset.types.types.slice(0, MAX_TYPES), words)}
${record.columns.properties.length === 0 && record.columns.point === undefined ? html`<input type="hidden" name="learning" value="${record.learning === true ? 'yes' : 'no'}">` : html`<p class="whole"><label class="tick"><input type="checkbox" name="learning" value="yes"${record.learning === true ? html` checked` : html``}> ${say('Learn from the whole table how often each compared column agrees, and match with that')}</label></p>`}
<p><button name="then" value="start">${words.count(record.rowCount, 'Match {n} row', 'Match {n} rows')}</button> <button class="second">${say('Update the preview')}</button></p>
</form>
<h2>${say('Preview')}</h2>
<p class="summary">${say('{matched} of {all} rows match, {open} are to review, {unlikely} have no plausible candidate.', previewCounts(preview))}</p>
<div class="scroll" role="region" aria-label="${say('Preview')}" tabindex="0"><table><thead><tr><th scope="col" dir="auto">${record.headings[query] ?? say('Name')}</th><th scope="col">${say('Result')}</th><th scope="col">${say('Best candidate')}</th><th scope="col" class="score">${say('Probability')}</th>${others.map((column) => html`<th scope="col" dir="auto">${record.headings[column] ?? ''}</th>`)}</tr></thead>
<tbody>${preview.map((answered) => previewRow(answered, { query, others }, (id) => candidateSummary(dataset, id), exchange))}</tbody></table></div>
<form action="${address}/delete" method="post"><input type="hidden" name="sure" value="yes"><button class="second">${say('Delete this table')}</button></form>
</main>`;
  return pageReply(
    { title: `${record.name} · ${dataset.metadata.name}`, body, baseUrl, site, words, size: 'full', place: 'match' },
    'never',
    fault === undefined ? 200 : 400,
  );
}

function typeField(
  { type }: RunRecord,
  types: readonly { readonly id: string; readonly name: string }[],
  { say }: Words,
): SafeHtml | undefined {
  if (types.length < 2) return undefined;
  const options = types.map(({ id, name }) =>
    id === type ? html`<option value="${id}" selected>${name}</option>` : html`<option value="${id}">${name}</option>`,
  );
  return html`<label>${say('Type of all rows')} <select name="type"><option value="">${say('Any')}</option>${options}</select></label>`;
}

function previewRow(
  { row, candidates: [first], problem }: AnsweredRow,
  { query, others }: { readonly query: number; readonly others: readonly number[] },
  summaryOf: (id: string) => string,
  { baseUrl, words }: Pick<Exchange, 'baseUrl' | 'words'>,
): SafeHtml {
  const { say } = words;
  const name = html`<td dir="auto">${row.cells[query] ?? ''}</td>`;
  const cells = others.map((column) => html`<td dir="auto">${row.cells[column] ?? ''}</td>`);
  if (first === undefined)
    return html`<tr>${name}<td colspan="3">${problem === undefined ? say('Nothing found') : localisedSentence(problem, words)}</td>${cells}</tr>`;
  const result = first.match
    ? html`<strong class="match">${say('Match')}</strong>`
    : isPlausible(first)
      ? say('To review')
      : say('No plausible candidate');
  return html`<tr>${name}<td>${result}</td><td><a href="${viewAddress(first.id, baseUrl)}"><bdi>${first.name}</bdi></a><br><small>${summaryOf(first.id)}</small></td><td class="score">${formatPercent(first.probability)}</td>${cells}</tr>`;
}

function previewCounts(preview: readonly AnsweredRow[]): Readonly<Record<string, number>> {
  const firsts = preview.map(({ candidates: [first] }) => first);
  const matched = firsts.filter((first) => first?.match === true).length;
  const unlikely = firsts.filter((first) => first === undefined || !isPlausible(first)).length;
  return { all: preview.length, matched, unlikely, open: preview.length - matched - unlikely };
}

function faultList(faults: RunRecord['unreadable'], words: Words): SafeHtml | undefined {
  if (faults.length === 0) return undefined;
  const { say } = words;
  const more =
    faults.length > MAX_FAULTS
      ? html`<li>${say('and {n} more', { n: formatCount(faults.length - MAX_FAULTS) })}</li>`
      : undefined;
  return html`<h2>${say('Lines that could not be read')}</h2><ul>${faults.slice(0, MAX_FAULTS).map(({ line, message }) => html`<li>${say('Line {line}:', { line })} ${localisedSentence(untranslated(message), words)}</li>`)}${more}</ul>`;
}

import type { Dataset } from '../../../entities/dataset.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { SameasError } from '../../../foundation/sameas-error.js';
import type { AnsweredRow } from '../../../questions/answered-row.js';
import { isPlausible, probabilityIn } from '../../../questions/plausible-candidate.js';
import type { RunRecord } from '../../../review/run-record.js';
import type { Reply } from '../../reply.js';
import type { RunExchange } from '../../review/run-context.js';
import { candidateSummary } from '../candidate-summary.js';
import { formatCount } from '../format-count.js';
import { formatPercent } from '../format-percent.js';
import { pageReply } from '../page-frame.js';
import { viewAddress } from '../value-list.js';

const MOST_COLUMNS = 60;
const MOST_FAULTS = 20;
const MOST_TYPES = 100;

/** The columns of a table with what was recognised, a preview of its first rows, and the button that begins. */
export function preparedPage({ exchange, run, dataset, address }: RunExchange, preview: readonly AnsweredRow[], fault?: SameasError): Reply {
  const { record } = run;
  const { baseUrl } = exchange;
  const body = html`<main class="wide">
<h1 dir="auto">${record.name}</h1>
<p class="summary">${formatCount(record.rowCount)} ${record.rowCount === 1 ? 'row' : 'rows'}. ${record.notes[0] ?? ''}</p>
${faultList(record.unreadable)}
<h2>Columns</h2>
<form class="columns" action="${address}/columns" method="post">
${fault === undefined ? undefined : html`<p class="fault" role="alert">${fault.message} ${fault.advice ?? ''}</p>`}
${record.headings.slice(0, MOST_COLUMNS).map((heading, column) => columnField(record, heading, column, dataset.properties))}
${typeField(record, dataset.types.types.slice(0, MOST_TYPES))}
<p><button name="then" value="start">Match ${formatCount(record.rowCount)} ${record.rowCount === 1 ? 'row' : 'rows'}</button> <button class="second">Update the preview</button></p>
</form>
<h2>Preview</h2>
<div class="scroll" role="region" aria-label="Preview" tabindex="0"><table><thead><tr>${record.headings.slice(0, MOST_COLUMNS).map((heading) => html`<th scope="col" dir="auto">${heading}</th>`)}<th scope="col">Best candidate</th><th scope="col" class="score">Probability</th><th scope="col">Result</th></tr></thead>
<tbody>${preview.map((answered) => previewRow(answered, (id) => candidateSummary(dataset, id), baseUrl))}</tbody></table></div>
<form action="${address}/delete" method="post"><input type="hidden" name="sure" value="yes"><button class="second">Delete this table</button></form>
</main>`;
  return pageReply({ title: `${record.name} · ${dataset.metadata.name}`, body, baseUrl, size: 'full', place: 'match' }, 'never', fault === undefined ? 200 : 400);
}

function columnField({ columns }: RunRecord, heading: string, column: number, properties: Dataset['properties']): SafeHtml {
  const property = columns.properties.find((one) => one.column === column)?.property;
  const chosen = column === columns.query ? 'name' : column === columns.type ? 'type' : property !== undefined ? `property:${property}` : columns.inNames.includes(column) ? 'within' : column === columns.point?.latitude ? 'latitude' : column === columns.point?.longitude ? 'longitude' : '';
  const hasPlaces = properties.some(({ datatype }) => datatype === 'coordinates');
  const option = (value: string, text: string): SafeHtml => (value === chosen ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`);
  return html`<label><bdi>${heading}</bdi> <select name="column:${column}">${option('', 'Not used')}${option('name', 'Names to match')}${option('type', 'Type')}${option('within', 'Part of names in the dataset')}${hasPlaces ? html`${option('latitude', 'Latitude')}${option('longitude', 'Longitude')}` : undefined}<optgroup label="Compare with the property">${properties.map(({ id, name }) => option(`property:${id}`, name))}</optgroup></select></label>`;
}

function typeField({ type }: RunRecord, types: readonly { readonly id: string; readonly name: string }[]): SafeHtml | undefined {
  if (types.length < 2) return undefined;
  const options = types.map(({ id, name }) => (id === type ? html`<option value="${id}" selected>${name}</option>` : html`<option value="${id}">${name}</option>`));
  return html`<label>Type of all rows <select name="type"><option value="">Any</option>${options}</select></label>`;
}

function previewRow({ row, candidates: [first], problem }: AnsweredRow, summaryOf: (id: string) => string, baseUrl: string): SafeHtml {
  const cells = row.cells.slice(0, MOST_COLUMNS).map((cell) => html`<td>${cell}</td>`);
  if (first === undefined) return html`<tr>${cells}<td colspan="3">${problem ?? 'Nothing found'}</td></tr>`;
  const result = first.match ? html`<strong class="match">Match</strong>` : isPlausible(first) ? 'To review' : 'No plausible candidate';
  return html`<tr>${cells}<td><a href="${viewAddress(first.id, baseUrl)}"><bdi>${first.name}</bdi></a><br><small>${summaryOf(first.id)}</small></td><td class="score">${formatPercent(probabilityIn(first))}</td><td>${result}</td></tr>`;
}

function faultList(faults: RunRecord['unreadable']): SafeHtml | undefined {
  if (faults.length === 0) return undefined;
  const more = faults.length > MOST_FAULTS ? html`<li>and ${formatCount(faults.length - MOST_FAULTS)} more</li>` : undefined;
  return html`<h2>Lines that could not be read</h2><ul>${faults.slice(0, MOST_FAULTS).map(({ line, message }) => html`<li>Line ${line}: ${message}</li>`)}${more}</ul>`;
}

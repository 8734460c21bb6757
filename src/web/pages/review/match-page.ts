import type { Dataset } from '../../../entities/dataset.js';
import { typesByCount } from '../../../entities/types-by-count.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { SameasError } from '../../../foundation/sameas-error.js';
import type { RunRecord } from '../../../review/run-record.js';
import type { Exchange } from '../../exchange.js';
import type { Reply } from '../../reply.js';
import { formatCount } from '../format-count.js';
import { formatTime } from '../format-time.js';
import { DEFAULT_LIMITS, type WebLimits } from '../../web-limits.js';
import { pageReply } from '../page-frame.js';
import { pageScript } from '../page-script.js';

const MOST_TYPES = 100;

const STATUS_WORDS: Readonly<Record<RunRecord['status'], string>> = { prepared: 'not started', matching: 'being matched', done: 'matched', cancelled: 'cancelled' };

/** What the page shows beside the form. */
export interface MatchPageContent {
  readonly runs: readonly RunRecord[];
  readonly isKept: boolean;
  /** What is wrong with the table that was sent. */
  readonly fault?: SameasError;
  readonly status?: number;
}

/** A form for a table to match, and the tables that are kept. */
export function matchPage({ baseUrl, parameters, limits }: Exchange, dataset: Dataset, { runs, isKept, fault, status = 200 }: MatchPageContent): Reply {
  const body = html`<main>
<h1>Match a table</h1>
<p class="summary">Finds the entities of ${dataset.metadata.name} that the rows of a table mean. You see the columns and a preview first, and review what is uncertain afterwards.</p>
${matchForm(dataset, baseUrl, { names: parameters.get('names') ?? '', type: parameters.get('type') ?? '', encoding: parameters.get('encoding') ?? '' }, limits, fault)}
${runList(runs, baseUrl)}
<p class="summary">${isKept ? 'Tables and judgments are kept in the data folder until you delete them.' : 'This service has no data folder: tables and judgments are lost when it stops. Start it with --data-dir to keep them.'}</p>
</main>`;
  return pageReply({ title: `Match a table · ${dataset.metadata.name}`, body, baseUrl, size: 'full', place: 'match', scripts: [pageScript(baseUrl)] }, 'never', status);
}

interface FilledIn {
  readonly names: string;
  readonly type: string;
  readonly encoding: string;
}

function matchForm(dataset: Dataset, baseUrl: string, filledIn: FilledIn, limits: WebLimits, fault: SameasError | undefined): SafeHtml {
  const invalid = fault === undefined ? html`` : html` aria-invalid="true" aria-describedby="fault"`;
  const message = fault === undefined ? undefined : html`<p class="fault" id="fault" role="alert">${fault.message} ${fault.advice ?? ''}</p>`;
  return html`<form class="stack" action="${baseUrl}/runs" method="post" enctype="multipart/form-data" data-drop="file">
${message}
<label>Names, one a line, or cells copied from a spreadsheet with their headings <textarea name="names" rows="8" spellcheck="false"${invalid}>
${filledIn.names}</textarea></label>
<label>or a file (CSV, TSV, JSON, a spreadsheet), chosen or dropped here <input type="file" name="file" accept=".csv,.tsv,.txt,.json,.jsonl,.xlsx,.ods,.xls,text/csv,text/plain"></label>
${typeField(dataset, filledIn.type)}
<details><summary>If letters are not recognised</summary><div class="fields"><label>Encoding of the file <input name="encoding" placeholder="windows-1252" value="${filledIn.encoding}"></label></div></details>
<p><button>Show columns and preview</button></p>
<p class="summary">At most ${formatCount(limits.maxTableRows ?? DEFAULT_LIMITS.maxTableRows)} rows and ${Math.floor((limits.maxTableBytes ?? DEFAULT_LIMITS.maxTableBytes) / 1024 / 1024)} MB; the command <code>sameas reconcile</code> takes longer tables.</p>
</form>`;
}

function typeField(dataset: Dataset, chosen: string): SafeHtml | undefined {
  const types = typesByCount(dataset).filter(({ count }) => count > 0).slice(0, MOST_TYPES);
  if (types.length < 2) return undefined;
  const options = types.map(({ type }) => (type.id === chosen ? html`<option value="${type.id}" selected>${type.name}</option>` : html`<option value="${type.id}">${type.name}</option>`));
  return html`<label>Type <select name="type"><option value="">Any</option>${options}</select></label>`;
}

function runList(runs: readonly RunRecord[], baseUrl: string): SafeHtml | undefined {
  if (runs.length === 0) return undefined;
  const rows = runs.map(({ id, name, rowCount, created, status }) => html`<tr><td dir="auto"><a href="${baseUrl}/runs/${id}">${name}</a></td><td class="number">${formatCount(rowCount)}</td><td>${STATUS_WORDS[status]}</td><td>${formatTime(created)}</td></tr>`);
  return html`<h2>Your tables</h2><table><thead><tr><th scope="col">Table</th><th scope="col" class="number">Rows</th><th scope="col">Status</th><th scope="col">Sent (UTC)</th></tr></thead><tbody>${rows}</tbody></table>`;
}

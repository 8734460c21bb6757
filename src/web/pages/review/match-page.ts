import type { Dataset } from '../../../entities/dataset.js';
import { typesByCount } from '../../../entities/count-by-type.js';
import { type SafeHtml, html } from '../../../foundation/escape-html.js';
import type { SameasError } from '../../../foundation/sameas-error.js';
import type { Exchange, Reply } from '../../exchange.js';
import type { Words } from '../../messages/words.js';
import type { BegunRun } from '../../review/begun-runs.js';
import { formatCount } from '../format-values.js';
import { DEFAULT_LIMITS, type WebLimits } from '../../clients/client-budgets.js';
import { pageReply } from '../page-frame.js';
import { pageScript } from '../page-script.js';
import { localisedFault } from '../localised-sentence.js';
import { runList } from './run-frame.js';

const MAX_TYPES = 100;

interface MatchPageContent {
  readonly runs: readonly BegunRun[];
  readonly isKept: boolean;
  readonly fault?: SameasError;
  readonly status?: number;
}

/** A form for a table to match, and the kept tables. */
export function matchPage(
  { baseUrl, site, parameters, limits, words }: Exchange,
  dataset: Dataset,
  { runs, isKept, fault, status = 200 }: MatchPageContent,
): Reply {
  const { say } = words;
  const body = html`<main>
<h1>${say('Match a table')}</h1>
<p class="summary">${say('Finds the entities of {dataset} for the rows of a table. You see the columns and a preview first, and review what is uncertain afterwards.', { dataset: dataset.metadata.name })}</p>
${matchForm(dataset, baseUrl, { names: parameters.get('names') ?? '', type: parameters.get('type') ?? '', encoding: parameters.get('encoding') ?? '' }, { limits, words }, fault)}
${runList(runs, { baseUrl, words })}
<p class="summary">${isKept ? say('Tables and judgments are kept in the data folder until you delete them.') : say('This service has no data folder: tables and judgments are lost when it stops. Start it with --data-dir to keep them.')}</p>
</main>`;
  return pageReply(
    {
      title: `${say('Match a table')} · ${dataset.metadata.name}`,
      body,
      baseUrl,
      site,
      words,
      size: 'full',
      place: 'match',
      scripts: [pageScript(baseUrl)],
    },
    'never',
    status,
  );
}

interface FilledIn {
  readonly names: string;
  readonly type: string;
  readonly encoding: string;
}

function matchForm(
  dataset: Dataset,
  baseUrl: string,
  filledIn: FilledIn,
  { limits, words }: { readonly limits: WebLimits; readonly words: Words },
  fault: SameasError | undefined,
): SafeHtml {
  const { say } = words;
  const invalid = fault === undefined ? html`` : html` aria-invalid="true" aria-describedby="fault"`;
  const message =
    fault === undefined
      ? undefined
      : html`<p class="fault" id="fault" role="alert">${localisedFault(fault, words)}</p>`;
  return html`<form class="stack" action="${baseUrl}/runs" method="post" enctype="multipart/form-data" data-drop="file">
${message}
<label>${say('Names, one a line, or cells copied from a spreadsheet with their headings')} <textarea name="names" rows="8" spellcheck="false"${invalid}>
${filledIn.names}</textarea></label>
<label>${say('or a file (CSV, TSV, JSON, a spreadsheet, XML, MARC or RDF, also packed), chosen or dropped here')} <input type="file" name="file"></label>
${typeField(dataset, filledIn.type, words)}
<details><summary>${say('If letters look wrong')}</summary><div class="fields"><label>${say('Encoding of the file')} <input name="encoding" placeholder="windows-1252" value="${filledIn.encoding}"></label></div></details>
<p><button>${say('Show columns and preview')}</button></p>
<p class="summary">${words.html('At most {rows} rows and {size} MB; the command {command} takes longer tables.', { rows: formatCount(limits.maxTableRows ?? DEFAULT_LIMITS.maxTableRows), size: Math.floor((limits.maxTableBytes ?? DEFAULT_LIMITS.maxTableBytes) / 1024 / 1024), command: html`<code>sameas reconcile</code>` })}</p>
</form>`;
}

function typeField(dataset: Dataset, chosen: string, { say }: Words): SafeHtml | undefined {
  const types = typesByCount(dataset)
    .filter(({ count }) => count > 0)
    .slice(0, MAX_TYPES);
  if (types.length < 2) return undefined;
  const options = types.map(({ type }) =>
    type.id === chosen
      ? html`<option value="${type.id}" selected>${type.name}</option>`
      : html`<option value="${type.id}">${type.name}</option>`,
  );
  return html`<label>${say('Type')} <select name="type"><option value="">${say('Any')}</option>${options}</select></label>`;
}
